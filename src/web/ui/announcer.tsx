import { create } from 'zustand';

const useAnnouncement = create<{ text: string }>(() => ({ text: '' }));

/** Says something to those who listen to the page, politely and unseen. */
export const announce = (text: string): void => useAnnouncement.setState({ text });

/** Where announcements are spoken: in the page, and in every open modal, outside of which nothing is heard. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
