import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { OPENING_STEPS, type Opening, type OpeningState, type OpeningStep } from '#contract/opening.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { MARK_FAILED, markStep } from '../../api/queries/opening.ts';
import { announce } from '../../ui/announcer.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { nextStep, STEPS } from './steps.ts';

type Mark = Exclude<OpeningState, 'open'>;

/** The name in the address once no step is left. */
const END = 'end';

/** The id of what a step shows while it is open. Null is the title, where the path ends. */
export const bodyId = (step: OpeningStep | null): string => `opening-${step ?? END}`;

const CONTROLS = 'input:enabled, select:enabled, textarea:enabled, button:enabled, a[href]';

/** Moves the focus to the first control of a step, or to the title of the page. */
export const focusOn = (step: OpeningStep | null, controls = CONTROLS): void => {
  const body = document.getElementById(bodyId(step));
  const first = step && body?.querySelector<HTMLElement>(controls);
  (first ?? body)?.focus({ preventScroll: true });
};

/** Scrolls until a step can be seen, or as much of it as fits. */
const scrollTo = (step: OpeningStep | null): void => {
  const body = document.getElementById(bodyId(step));
  const whole = body?.closest('li') ?? body;
  const box = whole?.getBoundingClientRect();
  if (!box || (box.top >= 0 && box.bottom <= window.innerHeight)) return;
  whole?.scrollIntoView({ block: box.height > window.innerHeight ? 'start' : 'nearest' });
};

/** The height of a step's foot, which stays at the bottom of the window, and some room. */
const FOOT = 96;

/** Returns whether the first control of a step is below the window, or behind the foot of the step. */
const isOutOfSight = (step: OpeningStep): boolean => {
  const control = document.getElementById(bodyId(step))?.querySelector(CONTROLS);
  return control != null && control.getBoundingClientRect().bottom > window.innerHeight - FOOT;
};

/** Which step is open. The address names it, so that another owner who moves on closes nothing here. */
export const useOpenStep = ({ steps }: Opening, onMove: () => void) => {
  const queryClient = useQueryClient();
  const [{ step }, change] = useAddressValues(['step']);
  const open = OPENING_STEPS.find((each) => each === step) ?? null;
  const first = steps.find(({ state }) => state === 'open')?.step ?? null;
  const isAtEnd = step === END;
  useLayoutEffect(() => {
    if (open === null && !isAtEnd && first !== null) change({ step: first });
  }, [open, isAtEnd, first, change]);

  const [marking, setMarking] = useState<Mark | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const openNow = useRef(open);
  const moved = useRef<'focus' | 'scroll' | null>(null);
  const isLoaded = useRef(false);
  useEffect(() => {
    openNow.current = open;
    // The page begins at its top, unless nothing of the step would be seen there.
    if (!isLoaded.current && open !== null) {
      isLoaded.current = true;
      if (isOutOfSight(open)) moved.current ??= 'scroll';
    }
    if (moved.current === null) return;
    scrollTo(open);
    if (moved.current === 'focus') focusOn(open);
    moved.current = null;
  }, [open]);

  const move = (to: OpeningStep | null, how: 'focus' | 'scroll') => {
    setFailure(null);
    onMove();
    moved.current = how;
    change({ step: to ?? END });
  };
  /** Opens a step in place. The focus stays on its title. */
  const showStep = (step: OpeningStep) => (step === open ? focusOn(step) : move(step, 'scroll'));
  /** Opens a step from elsewhere. */
  const openStep = (step: OpeningStep | null) => move(step, 'focus');

  /** Marks a step. Returns how far the opening is after that, or null if the call failed. */
  const mark = async (marked: OpeningStep, state: Mark): Promise<Opening | null> => {
    setMarking(state);
    setFailure(null);
    try {
      return await markStep(queryClient, marked, state);
    } catch (error) {
      if (!isUnconfirmed(error)) setFailure(messageOf(error, MARK_FAILED));
      return null;
    } finally {
      setMarking(null);
    }
  };

  /** Marks a step and opens the next one, unless somebody has opened another one in the meantime. */
  const settle = async (settled: OpeningStep, state: Mark): Promise<void> => {
    if (marking !== null) return;
    const opening = await mark(settled, state);
    if (!opening || !isThere.current) return;
    const next = nextStep(opening.steps, settled);
    const where = next
      ? `${STEPS[next].title}, step ${OPENING_STEPS.indexOf(next) + 1} of ${OPENING_STEPS.length}.`
      : '';
    const isStillThere = openNow.current === settled;
    announce(`${STEPS[settled].title} ${state}.${isStillThere ? ` ${where || 'That was the last step.'}` : ''}`);
    if (isStillThere) openStep(next);
  };

  return { open, showStep, openStep, mark, settle, marking, failure };
};

export type OpenStep = ReturnType<typeof useOpenStep>;
