/** Toasts of sign-in with a wallet; the view's own texts are in `signIn.ts`. */
export const siwxText = {
  /** Specification §8. */
  checkFailed: 'A problem occurred while trying initialize authentication',
  /** Public surface §9.2. */
  signFailed: 'Error signing message',
  authenticating: 'Authenticating...',
} as const
