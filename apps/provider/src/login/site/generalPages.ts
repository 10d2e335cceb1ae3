import type { SitePage } from './sitePage.js'

/** Pages that belong to no way of logging in. */
export const generalPages: readonly SitePage[] = [
  {
    name: 'home',
    method: 'GET',
    path: '/',
    handle: async () => ({
      document: {
        title: 'Your wallet',
        body: `<h1>Wallets live here</h1>
<p>The wallet you made by logging in with email or another account belongs to this site. It is shown inside the sites you use it on.</p>
<p>To see your key or add a passkey, open such a site, then your account, then its settings.</p>
<p class="quiet">This page never asks for a code or a key, and nobody who writes to you or calls you needs them.</p>`,
      },
    }),
  },
  {
    // Where a browser cannot tell the frame whether it is covered, it asks in a window of its own.
    name: 'confirm',
    method: 'GET',
    path: '/confirm',
    handle: async () => ({ blank: 'Confirm · Latchkey' }),
  },
]
