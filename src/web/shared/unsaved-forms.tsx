import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { LeaveQuestion } from './leave-question.tsx';

type Tell = (name: string, isUnsaved: boolean) => void;
const Told = createContext<Tell>(() => {});

/** Several forms of one place: a single question names what would be lost in all of them. */
export const UnsavedForms = ({ isHere, children }: { isHere: (to: string) => boolean; children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const tell = useCallback<Tell>((name, isUnsaved) => {
    setUnsaved((names) => {
      const others = names.filter((other) => other !== name);
      return isUnsaved ? [...others, name] : others;
    });
  }, []);
  return (
    <Told value={tell}>
      {children}
      <LeaveQuestion unsaved={unsaved} isHere={isHere} onLeave={() => setUnsaved([])} />
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
