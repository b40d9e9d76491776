/**
 * Asks the person for their second factor where they are.
 * @returns whether the session has shown it since
 */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Says who asks: the window over every page. @returns takes it back */
export function askFactorsWith(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Asks once for all that was refused meanwhile. */
export function askFactor(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

/**
 * Does something; where it is refused for want of the second factor, asks for that in place and
 * does it once more.
 * @param isWanting whether what `send` threw is that refusal
 * @throws what `send` throws
 */
export async function withFactor<T>(
  send: () => Promise<T>,
  isWanting: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isWanting(error) || !(await askFactor())) throw error;
    return send();
  }
}

/**
 * The auth service's refusal; a command's own is `second_factor_required`, which `callCommand`
 * knows.
 */
export const isBelowAal2 = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'insufficient_aal';
