/** Gives the browser a file to keep. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A browser may read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
