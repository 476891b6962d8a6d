import { create } from 'zustand';

interface Announcement {
  text: string;
  /** Tells one from the same words said again. */
  at: number;
}

const useAnnouncement = create<Announcement>(() => ({ text: '', at: 0 }));

/** Long enough to be read out; after that it is no news to whoever comes upon it. */
const STANDS_MS = 10_000;
let end: ReturnType<typeof setTimeout> | undefined;

/** Says something to those who listen to the page, politely and unseen. */
export const announce = (text: string): void => {
  clearTimeout(end);
  useAnnouncement.setState(({ at }) => ({ text, at: at + 1 }));
  end = setTimeout(() => useAnnouncement.setState({ text: '' }), STANDS_MS);
};

/** Where announcements are spoken: in the page, and in every open modal, outside of which nothing is heard. */
export const Announcer = () => {
  const { text, at } = useAnnouncement();
  return (
    <p role="status" className="sr-only">
      <span key={at}>{text}</span>
    </p>
  );
};
