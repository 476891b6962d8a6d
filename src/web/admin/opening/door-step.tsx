import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { NewInvite } from '../invites/new-invite.tsx';
import { useSection } from '../settings/use-section.ts';
import { Invitation } from './invitation.tsx';
import { Fields } from './settings-step.tsx';
import { ContinueButton, StepFoot, type StepProps } from './step-foot.tsx';
import { STEPS } from './steps.ts';
import { focusOn } from './use-open-step.ts';

const WAYS = [
  { value: 'code', title: 'One code for all', text: 'Everybody comes in with the same access code.' },
  { value: 'invite', title: 'An invite', text: 'A code of its own, for one person or a few.' },
] as const;

/** How people come in, as it was chosen on this page. */
export interface WayIn {
  kind: (typeof WAYS)[number]['value'];
  /** The access code or the code of the invite that was just made; the shop does not show it again. */
  code: string | null;
}
export const NO_WAY: WayIn = { kind: 'code', code: null };

interface DoorStepProps extends StepProps {
  way: WayIn;
  onWay: (way: WayIn) => void;
}

/** How people come in: by a code for all or by the first invite. Then there is a message to send to them. */
export const DoorStep = ({ way, onWay, ...props }: DoorStepProps) => {
  const { step, path } = props;
  const form = useSection();
  const { kind, code } = way;
  const [isSet, setSet] = useState(code !== null);
  const [name = ''] = STEPS[step].names;
  // The pressed button is gone. On a phone the message itself would open the keyboard.
  const wasSet = useRef(isSet);
  useEffect(() => {
    if (wasSet.current !== isSet) focusOn(step, isSet ? 'button' : undefined);
    wasSet.current = isSet;
  }, [isSet, step]);

  /** Once there is a way in. The mark may fail, but the code is shown now or never. */
  const showMessage = (made: string | null) => {
    onWay({ kind, code: made });
    setSet(true);
    void path.mark(step, 'done');
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (form.isBusy || path.marking !== null) return;
    const typed = form.fieldOf(name).value?.trim() || null;
    if (await form.save([name])) showMessage(typed === 'off' ? null : (typed ?? code));
  };
  if (isSet) {
    return (
      <>
        <Card className="p-4 sm:p-6">
          <Invitation key={code} code={code} />
        </Card>
        <StepFoot {...props} state="done">
          <ContinueButton {...props} />
          <Button variant="ghost" onClick={() => setSet(false)}>
            {kind === 'invite' ? 'Make another invite' : 'Change the code'}
          </Button>
        </StepFoot>
      </>
    );
  }
  return (
    <>
      <RadioCards
        label="How people come in"
        value={kind}
        onChange={(chosen) => onWay({ kind: chosen, code })}
        options={WAYS}
      />
      {kind === 'invite' ? (
        <>
          <Card className="p-4 sm:p-6">
            <NewInvite onMade={showMessage} />
          </Card>
          <StepFoot {...props} />
        </>
      ) : (
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
          <Fields names={[name]} />
          <StepFoot {...props} failure={form.failure}>
            <Button type="submit" variant="primary" busy={form.isBusy}>
              Save
            </Button>
          </StepFoot>
        </form>
      )}
    </>
  );
};
