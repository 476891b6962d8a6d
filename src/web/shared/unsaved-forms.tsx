import { createContext, Fragment, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { LeaveQuestion } from './leave-question.tsx';

type Tell = (name: string, isUnsaved: boolean) => void;
const Told = createContext<Tell>(() => {});

/** Several forms of one place: a single question names what would be lost in all of them. */
export const UnsavedForms = ({ isHere, children }: { isHere: (to: string) => boolean; children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const [times, setTimes] = useState(0);
  const tell = useCallback<Tell>((name, isUnsaved) => {
    setUnsaved((names) => {
      const others = names.filter((other) => other !== name);
      return isUnsaved ? [...others, name] : others;
    });
  }, []);
  return (
    <Told value={tell}>
      {/* The forms begin anew after they were left: nothing may wait in a closed drawer. */}
      <Fragment key={times}>{children}</Fragment>
      <LeaveQuestion unsaved={unsaved} isHere={isHere} onLeave={() => setTimes(times + 1)} />
    </Told>
  );
};

/** Says whether something of this form is typed and not saved. */
export const useUnsaved = (name: string, isUnsaved: boolean): void => {
  const tell = useContext(Told);
  useEffect(() => {
    tell(name, isUnsaved);
    return () => tell(name, false);
  }, [tell, name, isUnsaved]);
};
