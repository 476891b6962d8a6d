import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

const RETRY_MS = 15_000;

/**
 * A component that nobody waits for, loaded as a file of its own. Nothing is shown until it is loaded. If it cannot be
 * loaded, the page stays as it is and tries again.
 */
export const backgroundPart = (load: () => Promise<{ default: ComponentType }>): ComponentType => {
  let Part: ComponentType | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, like lazy, and never in a component
  return function BackgroundPart() {
    const [isLoaded, setLoaded] = useState(Part !== null);
    useEffect(() => {
      if (isLoaded) return undefined;
      let timer: number | undefined;
      const attempt = async (): Promise<void> => {
        try {
          Part = (await load()).default;
          setLoaded(true);
        } catch {
          timer = window.setTimeout(attempt, RETRY_MS);
        }
      };
      void attempt();
      return () => window.clearTimeout(timer);
    }, [isLoaded]);
    return Part && <Part />;
  };
};

/**
 * A component that is loaded as a file of its own. `waiting` is shown until it is loaded, and not a moment longer. A
 * fallback of Suspense would stay longer: React keeps it for 300 ms once it is shown, and shows it even if the file is
 * loaded already. So the boundary holds `waiting` first, and a transition replaces it.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
) => {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Later: ComponentType<Props> = lazy(loadOnce);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, like lazy, and never in a component
  const LazyPart = (props: Props) => {
    // A part that is loaded already is shown at once.
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (!Part) startTransition(() => setPart(() => Later));
    }, [Part]);
    return <Suspense fallback={waiting}>{Part ? <Part {...props} /> : waiting}</Suspense>;
  };
  /** Loads it in advance. */
  LazyPart.load = loadOnce;
  return LazyPart;
};
