import { toWalletLink } from '@latchkey/wire/walletLinks'

/** What `dappLinks` writes for an app on Android: it names the app and has no fallback page. */
const ownIntent =
  /^intent:\/\/browse\/[\w.!~*'()%-]+\?ref=[\w.!~*'()%-]+#Intent;scheme=phantom;package=app\.phantom;end$/

/** With the page's own address inside, a link can be longer than one from outside. */
const longest = 65_536

/** The last check before a link is opened: the rule for links from outside, and our own intents. */
export function isOpenableLink(link: string): boolean {
  return toWalletLink(link, longest) !== undefined || ownIntent.test(link)
}
