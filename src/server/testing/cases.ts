/** How many cases a test tries: few in `npm test`, all in `npm run stress`. Both have the same kinds of cases. */
export const cases = (few: number, all: number): number => (process.env.PROPERTY_RUNS ? all : few);
