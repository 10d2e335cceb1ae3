/**
 * A wallet in the page, so that every page has the same first row to paint. It gives the answers it is
 * given, by method, and otherwise none.
 */
export function announceWallet(answers: Readonly<Record<string, unknown>> = {}): void {
  const detail = Object.freeze({
    info: {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Bench Wallet',
      rdns: 'app.latchkey.bench',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>',
    },
    provider: {
      request: ({ method }: { readonly method: string }) =>
        Object.hasOwn(answers, method) ? Promise.resolve(answers[method]) : new Promise(() => {}),
      on() {},
      removeListener() {},
    },
  })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
