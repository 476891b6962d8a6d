import { create } from 'zustand';

interface Announcement {
  text: string;
  /** Distinguishes an announcement from an earlier one with the same text. */
  at: number;
}

const useAnnouncement = create<Announcement>(() => ({ text: '', at: 0 }));

/** Milliseconds until an announcement is removed: long enough to be read out, and then it is no longer news. */
const SHOWN_MS = 10_000;
let end: ReturnType<typeof setTimeout> | undefined;

/** Announces a text politely to screen readers. */
export const announce = (text: string): void => {
  clearTimeout(end);
  useAnnouncement.setState(({ at }) => ({ text, at: at + 1 }));
  end = setTimeout(() => useAnnouncement.setState({ text: '' }), SHOWN_MS);
};

/** The live region of announcements. Every open modal has its own, because screen readers ignore the page behind it. */
export const Announcer = () => {
  const { text, at } = useAnnouncement();
  return (
    <p role="status" className="sr-only">
      <span key={at}>{text}</span>
    </p>
  );
};
