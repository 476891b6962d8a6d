import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

/**
 * A component that is loaded as a file of its own. `waiting` is shown until it is loaded, and not a moment longer. A
 * fallback of Suspense would stay longer: React keeps it for 300 ms once it is shown, and shows it even if the file is
 * loaded already. So the boundary holds `waiting` first, and a transition replaces it.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): ComponentType<Props> => {
  const Part: ComponentType<Props> = lazy(load);
  let wasShown = false;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, like lazy, and never in a component
  return function LazyPart(props) {
    const [isPart, setPart] = useState(wasShown);
    useEffect(() => {
      if (isPart) wasShown = true;
      else startTransition(() => setPart(true));
    }, [isPart]);
    return <Suspense fallback={waiting}>{isPart ? <Part {...props} /> : waiting}</Suspense>;
  };
};
