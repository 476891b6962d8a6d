import { formatLimitAmount, type LimitRule, ruleText } from '#domain/purchase-limits.ts';

/** Purchase limits in words. */
export const LimitsPreview = ({ rules }: { rules: readonly LimitRule[] }) => {
  if (rules.length === 0) return <p className="text-sm text-muted">No limits: members may order what is in stock.</p>;
  return (
    <ul className="flex flex-col gap-3">
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may be there twice, and rules have no state
        <li key={index} className="text-sm">
          <span className="font-medium text-text">{ruleText(rule)}</span>
          {rule.unit !== 'pcs' && (
            <span className="block text-muted">
              {rule.amountIfUnknown === null
                ? 'Items that state no weight cannot be ordered.'
                : `Items that state no weight count as ${formatLimitAmount(rule.amountIfUnknown, rule.unit)} each.`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};
