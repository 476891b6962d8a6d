import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

/**
 * What comes in a file of its own: `waiting` stands until it is there, and not a moment longer. A fallback of Suspense
 * would: once React has shown one it keeps it for 300 ms, however soon the file comes, and it shows one even where the
 * file was fetched before. So here `waiting` is what the boundary holds first, and the part a transition from it.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): ComponentType<Props> => {
  const Part: ComponentType<Props> = lazy(load);
  let wasShown = false;
  // biome-ignore lint/correctness/noComponentHookFactories: once for each part, as lazy itself; never in a component
  return function LazyPart(props) {
    const [isPart, setPart] = useState(wasShown);
    useEffect(() => {
      if (isPart) wasShown = true;
      else startTransition(() => setPart(true));
    }, [isPart]);
    return <Suspense fallback={waiting}>{isPart ? <Part {...props} /> : waiting}</Suspense>;
  };
};
