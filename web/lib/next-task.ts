/** Lets the browser paint, and answer whoever pressed something, before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
