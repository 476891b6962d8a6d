/** The two engines the shop runs on (decisions §1). */
export type EngineKind = 'sqlite' | 'postgres';
