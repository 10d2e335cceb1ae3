import type { Mail } from '../../mail/Mailer.js'
import type { NoticeKind } from '../LoginParts.js'
import { escapeHtml } from '../site/sitePage.js'

/** Mails name the site by its checked origin only, and link to the login site only. */

export type CodePurpose =
  | 'login'
  | 'confirm'
  | 'export'
  | 'update-primary'
  | 'update-secondary'
  | 'sign-in'

type MailContext = {
  readonly to: string
  /** The checked origin of the site. */
  readonly origin: string
  /** When it was requested or happened. */
  readonly at: number
}

export function codeMail({
  purpose,
  code,
  minutes,
  ...circumstances
}: MailContext & {
  readonly purpose: CodePurpose
  readonly code: string
  readonly minutes: number
}): Mail {
  const site = getHost(circumstances.origin)
  const { subject, task, warning = walletWarning } = codeTexts[purpose](site, code)
  return createMail(circumstances, {
    subject,
    code,
    lines: [
      task,
      `It works for ${minutes} minutes, only in the window where you requested it.`,
      warning,
    ],
  })
}

const walletWarning =
  'Never share this code: it opens your wallet. If you did not request it, ignore this mail.'

/**
 * Only codes for log-in and sign-in are in the subject, where phones show them at once. The other codes
 * protect the key and the address, and subjects get logged.
 */
const codeTexts: Readonly<
  Record<
    CodePurpose,
    (site: string, code: string) => { subject: string; task: string; warning?: string }
  >
> = {
  login: (site, code) => ({
    subject: `${code} is your login code for ${site}`,
    task: `Type this code to log in to ${site}.`,
  }),
  confirm: (site) => ({
    subject: `Confirm that it is you on ${site}`,
    task: `Type this code to confirm that you are using your wallet on ${site}.`,
  }),
  export: (site) => ({
    subject: `Show the key of your wallet on ${site}`,
    task: `Type this code in the login window on ${site} to show the secret key of your wallet once. Anyone who sees the key can take everything in the wallet.`,
  }),
  'update-primary': (site) => ({
    subject: 'Allow a change of your login address',
    task: `Someone signed in on ${site} wants to change your login address. Type this code to allow it.`,
  }),
  'update-secondary': (site) => ({
    subject: 'Confirm your new login address',
    task: `Type this code to log in with this address from now on. It was requested on ${site}.`,
  }),
  'sign-in': (site, code) => ({
    subject: `${code} confirms your email on ${site}`,
    task: `Type this code to give ${site} this address when you sign in with your wallet.`,
    warning: 'Never share this code. If you did not request it, ignore this mail.',
  }),
}

export function deviceMail({
  url,
  minutes,
  ...circumstances
}: MailContext & { readonly url: string; readonly minutes: number }): Mail {
  const site = getHost(circumstances.origin)
  return createMail(circumstances, {
    subject: `Approve a new device for ${site}`,
    lines: [
      `Someone wants to log in to ${site} with this address on a new device.`,
      `If this is you, open this page within ${minutes} minutes and type the number the login window shows:`,
    ],
    link: { url, label: 'Approve the device' },
    after: ['If not, ignore this mail: nothing happens without you.'],
  })
}

export function noticeMail({
  kind,
  link,
  ...circumstances
}: MailContext & { readonly kind: NoticeKind; readonly link?: string }): Mail {
  const site = getHost(circumstances.origin)
  const { subject, lines } = noticeTexts[kind](site)
  const button = link === undefined ? {} : { link: { url: link, label: 'Review the request' } }
  return createMail(circumstances, { subject, lines, ...button })
}

const notYouAdvice =
  'If this was not you, someone can read your mail or use your devices. Secure your mailbox and move your funds to another wallet.'

const noticeTexts: Readonly<
  Record<NoticeKind, (site: string) => { subject: string; lines: readonly string[] }>
> = {
  'wallet-recovered': (site) => ({
    subject: 'Your wallet was set up on another device',
    lines: [`After a login on ${site}, your wallet was set up on a new device.`, notYouAdvice],
  }),
  'recovery-requested': (site) => ({
    subject: `Approve your wallet on ${site}`,
    lines: [
      `Someone logged in on ${site} wants to set up your wallet there, on a new device.`,
      `If this is you, open the page below within 30 minutes. If not, ignore this mail: nothing happens without you.`,
    ],
  }),
  'first-wallet-requested': (site) => ({
    subject: `Approve a new wallet on ${site}`,
    lines: [
      `Someone logged in on ${site} with your account and wants to create your first wallet there.`,
      `If this is you, open the page below within 30 minutes. If not, ignore this mail: nothing happens without you.`,
    ],
  }),
  'key-exported': (site) => ({
    subject: 'The key of your wallet was shown',
    lines: [
      `The secret key of your wallet was shown on ${site}. Anyone who saw it can take everything in the wallet at any time.`,
      notYouAdvice,
    ],
  }),
  'passkey-added': (site) => ({
    subject: 'A passkey was added to your wallet',
    lines: [`A passkey was added on ${site}. New devices now need it.`, notYouAdvice],
  }),
  'passkey-removed': (site) => ({
    subject: 'The passkey of your wallet was removed',
    lines: [`The passkey was removed on ${site}. New devices no longer need it.`, notYouAdvice],
  }),
  'email-changed': (site) => ({
    subject: 'Your login address was changed',
    lines: [
      `Your login address was changed on ${site}, from this one to another. All other logins have ended, and the key of your wallet cannot be shown for 24 hours.`,
      notYouAdvice,
    ],
  }),
}

type MailContent = {
  readonly subject: string
  readonly code?: string
  readonly lines: readonly string[]
  readonly link?: { readonly url: string; readonly label: string }
  readonly after?: readonly string[]
}

function createMail({ to, origin, at }: MailContext, content: MailContent): Mail {
  const { subject, code, lines, link, after = [] } = content
  const foot = `${getHost(origin)}, ${formatTime(at)}`
  const text = [code, ...lines, link?.url, ...after, foot].filter((part) => part !== undefined)
  return { to, subject, text: `${text.join('\n\n')}\n`, html: renderHtml(content, foot) }
}

/** Without the scheme, so that fewer mail programs make it a link. */
function getHost(origin: string): string {
  return new URL(origin).host
}

function formatTime(at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}

/** No images or fonts, so nothing is fetched. The colours work in light and dark mail programs. */
function renderHtml({ code, lines, link, after = [] }: MailContent, foot: string): string {
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const large =
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font:600 36px/48px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>`
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#2f5bea;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px">
<div style="max-width:480px;margin:0 auto;font:16px/24px system-ui,-apple-system,'Segoe UI',sans-serif">
${large}${lines.map(paragraph).join('')}${button}${after.map(paragraph).join('')}
<p style="margin:24px 0 0;font-size:13px;line-height:20px;opacity:.7">${escapeHtml(foot)}</p>
</div>
</body>
</html>
`
}
