import { type NeededText, problemOfText } from '#domain/needed-text.ts';
import type { StandardSchema } from './form-state.ts';

/** Checks a form of texts that have to be typed. The way to the list needs no more, so it loads no library for schemas. */
export const neededTexts = <Name extends string>(
  rules: Record<Name, NeededText>,
): StandardSchema<Record<Name, string>, Record<Name, string>> => ({
  '~standard': {
    validate: (typed) => {
      const value = typed as Record<Name, string>;
      const issues = (Object.keys(rules) as Name[]).flatMap((name) => {
        const message = problemOfText(value[name], rules[name]);
        return message === null ? [] : [{ message, path: [name] }];
      });
      return issues.length > 0 ? { issues } : { value };
    },
  },
});
