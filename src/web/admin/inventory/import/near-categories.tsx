import type { ImportPreview } from '#contract/imports.ts';
import type { ImportRequest } from '../../../api/queries/imports.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface NearCategoriesProps {
  near: ImportPreview['nearCategories'];
  request: ImportRequest;
  onChange: (part: Partial<ImportRequest>) => void;
}

/** Offers a category of the shop for a new one that has nearly its name, for all rows of the file, and takes that back. */
export const NearCategories = ({ near, request: { useCategories, skipProblems }, onChange }: NearCategoriesProps) => {
  // The rows stay the same ones, so what was said about their problems stays too.
  const use = (next: ImportRequest['useCategories']) => onChange({ useCategories: next, skipProblems });
  const offered = near.filter(({ name }) => !useCategories.some((each) => each.name === name));
  return (
    <>
      {offered.map((each) => (
        <Notice
          key={each.name}
          tone="warning"
          title={`“${each.name}” is nearly “${each.use}”`}
          action={
            <Button size="sm" onClick={() => use([...useCategories, each])}>
              Use {each.use} instead
            </Button>
          }
        >
          The shop has “{each.use}” already. Both would be categories of their own.
        </Notice>
      ))}
      {useCategories.map((each) => (
        <Notice
          key={each.name}
          action={
            <Button size="sm" variant="ghost" onClick={() => use(useCategories.filter((other) => other !== each))}>
              Keep “{each.name}”
            </Button>
          }
        >
          “{each.name}” becomes “{each.use}”.
        </Notice>
      ))}
    </>
  );
};
