import { CircleAlert } from 'lucide-react';
import { formatLimitAmount, ruleText } from '#domain/purchase-limits.ts';
import { mistakeText, type ParsedLimits } from '#domain/purchase-limits-parser.ts';

/** The rules of a text in words, or the place of its mistake. */
export const LimitsPreview = ({ parsed: { rules, mistake } }: { parsed: ParsedLimits }) => {
  if (mistake) {
    return (
      <p className="flex items-start gap-1.5 text-sm break-words text-danger-text">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        There is a mistake in {mistakeText(mistake)}
      </p>
    );
  }
  if (rules.length === 0) return <p className="text-sm text-muted">No limits: members may order what is in stock.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may be there twice, and rules have no state
        <li key={index} className="text-sm">
          <span className="font-medium text-text">{ruleText(rule)}</span>
          {rule.unit !== 'pcs' && (
            <span className="block text-muted">
              {rule.amountIfUnknown === null
                ? 'A product without a known amount cannot be ordered.'
                : `A product without a known amount counts ${formatLimitAmount(rule.amountIfUnknown, rule.unit)} a piece.`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};
