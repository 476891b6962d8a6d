export interface ChatWindow {
  /** Leads the window to the chat; false where the member closed it meanwhile. */
  show: (address: string) => boolean;
  close: () => void;
}

/**
 * Opens an empty window for the chat. Called in the click itself: a window opened after an answer is a pop-up to every
 * browser. Null where even that is not allowed.
 */
export const openChatWindow = (): ChatWindow | null => {
  const opened = window.open('', '_blank');
  if (!opened) return null;
  // The chat must not be able to lead this page elsewhere.
  opened.opener = null;
  opened.document.title = 'Opening the chat…';
  opened.document.body.append('Opening the chat…');
  return {
    show(address) {
      if (opened.closed) return false;
      opened.location.replace(address);
      return true;
    },
    close: () => opened.close(),
  };
};
