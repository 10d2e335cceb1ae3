/**
 * A page that is hidden may never be shown again, and is not told when it ends; one that is left at
 * once is not hidden first in every browser.
 */
export async function beforeLeaving(run: () => void, signal: AbortSignal): Promise<void> {
  if (typeof document === 'undefined') return
  const hidden = () => {
    if (document.visibilityState === 'hidden') run()
  }
  document.addEventListener('visibilitychange', hidden, { signal })
  window.addEventListener('pagehide', run, { signal })
}
