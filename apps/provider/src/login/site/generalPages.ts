import type { SitePage } from './sitePage.js'

/** Pages that belong to no log-in method. */
export const generalPages: readonly SitePage[] = [
  {
    name: 'home',
    method: 'GET',
    path: '/',
    handle: async () => ({
      document: {
        title: 'Your wallet',
        body: `<h1>Your wallet</h1>
<p>The wallet you created by logging in with email or a social account belongs to this site. It appears inside the sites where you use it.</p>
<p>To see your key or add a passkey, open one of those sites, then your account, then its settings.</p>
<p class="quiet">This page never asks for a code or a key. Never give them to anyone who writes or calls.</p>`,
      },
    }),
  },
  {
    // For browsers that cannot detect whether the frame is covered: it confirms in a window.
    name: 'confirm',
    method: 'GET',
    path: '/confirm',
    handle: async () => ({ blank: 'Confirm · Latchkey' }),
  },
]
