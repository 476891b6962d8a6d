/** The white space before a token, and the token: a text, a name, a sign or a word. */
const TOKEN = /\s*(?:'(?:[^']|'')*'|"[^"]*"|[(),]|[^\s'"(),]+)/g;
const WIDTH = 110;
/** A query in parentheses that is longer than this has lines of its own. */
const SHORT_QUERY = 60;

/** A clause begins a line. */
const CLAUSE =
  /^(select|insert|update|delete|from|where|and|join|(inner|left) join|on conflict|returning|union|order|limit|set|values|for)\b/;
/** Such words go on with a clause if they come after these. */
const CONTINUED =
  /\b(delete from|distinct from|do update|for update|for no key update|update set|inner join|left join)$/;

/** Writes SQL in lines that are easy to read and to compare. Only white space changes. */
export const formatSql = (sql: string): string => {
  const tokens = (sql.match(TOKEN) ?? []).map((token) => token.replace(/^\s+/, ' '));
  const lines: string[] = [];
  /** The parentheses around the place, and whether each has lines of its own. */
  const open: boolean[] = [];
  let line = '';
  const endLine = (indent = 0) => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '  '.repeat(open.filter(Boolean).length + indent);
  };
  for (const [index, token] of tokens.entries()) {
    const text = token.trim();
    const isBroken = open.at(-1) ?? true;
    if (text === ')') {
      open.pop();
      if (isBroken) endLine();
    } else if (isBroken && isClause(tokens, index)) endLine(text === 'and' ? 1 : 0);
    else if (text !== '(' && token !== text && line.length + token.length > WIDTH) endLine(2);
    line += line.trim() === '' || tokens[index - 1]?.trim() === '(' || text === ')' ? text : token;
    if (text !== '(') continue;
    open.push(isLongQuery(tokens, index));
    if (open.at(-1)) endLine();
  }
  endLine();
  return lines.join('\n');
};

const isClause = (tokens: readonly string[], index: number): boolean =>
  CLAUSE.test(
    tokens
      .slice(index, index + 2)
      .join('')
      .trim(),
  ) && !CONTINUED.test(tokens.slice(Math.max(0, index - 3), index + 1).join(''));

const isLongQuery = (tokens: readonly string[], start: number): boolean => {
  if (!/^ ?(select|with|insert|update|delete)$/.test(tokens[start + 1] ?? '')) return false;
  let depth = 0;
  let length = 0;
  for (let index = start; index < tokens.length; index++) {
    if (tokens[index]!.trim() === '(') depth++;
    if (tokens[index]!.trim() === ')' && --depth === 0) break;
    length += tokens[index]!.length;
  }
  return length > SHORT_QUERY;
};
