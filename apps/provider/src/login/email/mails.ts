import type { Mail } from '../../mail/Mailer.js'
import type { NoticeKind } from '../LoginParts.js'
import { escapeHtml } from '../site/sitePage.js'

/**
 * Every mail about logging in. They name the site by its address, which was checked, and by nothing
 * it says about itself; the only link there is leads to the login site.
 */

export type CodePurpose = 'login' | 'confirm' | 'export' | 'update-primary' | 'update-secondary'

type MailContext = {
  readonly to: string
  /** The checked address of the site. */
  readonly origin: string
  /** When it was asked for, or happened. */
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
  const { subject, task } = codeTexts[purpose](site, code)
  return createMail(circumstances, {
    subject,
    code,
    lines: [
      task,
      `It works for ${minutes} minutes, and only in the window that asked for it.`,
      'Give it to nobody, whoever asks: it opens your wallet. If it was not you, ignore this mail.',
    ],
  })
}

/**
 * The code of a login stands in the subject: telephones show it at once, and previews show the first
 * line of the text anyway. By itself it opens nothing, it counts only in the window that asked. The
 * others guard the key and the address, so they are not put where subjects get logged.
 */
const codeTexts: Readonly<
  Record<CodePurpose, (site: string, code: string) => { subject: string; task: string }>
> = {
  login: (site, code) => ({
    subject: `${code} is your login code for ${site}`,
    task: `Type this code to log in on ${site}.`,
  }),
  confirm: (site) => ({
    subject: `Confirm that it is you on ${site}`,
    task: `Type this code to confirm that it is you who uses your wallet on ${site}.`,
  }),
  export: (site) => ({
    subject: `Show the key of your wallet on ${site}`,
    task: `Type this code to show the secret key of your wallet, once, in the login window on ${site}. Whoever sees the key can take everything the wallet holds.`,
  }),
  'update-primary': (site) => ({
    subject: 'Change of your login address: first code',
    task: `Somebody signed in on ${site} wants to change the address you log in with. Type this code to allow it.`,
  }),
  'update-secondary': (site) => ({
    subject: 'Change of your login address: last code',
    task: `Type this code to make this the address you log in with. It was asked for on ${site}.`,
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
      `Somebody wants to log in on ${site} with this address, on a device that was not used before.`,
      `If it is you, open this page within ${minutes} minutes and type the number the login window shows:`,
    ],
    link: { url, label: 'Approve the device' },
    after: ['If it is not you, ignore this mail: without you nothing happens.'],
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
  'If it was not you, somebody else can read your mail or use your devices: secure your mailbox, and move what your wallet holds to another one.'

const noticeTexts: Readonly<
  Record<NoticeKind, (site: string) => { subject: string; lines: readonly string[] }>
> = {
  'wallet-recovered': (site) => ({
    subject: 'Your wallet was set up on another device',
    lines: [`After a login on ${site} your wallet was set up on a new device.`, notYouAdvice],
  }),
  'recovery-asked': (site) => ({
    subject: `Approve your wallet on ${site}`,
    lines: [
      `Someone logged in on ${site} wants to set up your wallet there, on a new device.`,
      `If this is you, open the page below within 30 minutes. If not, ignore this mail: nothing happens without you.`,
    ],
  }),
  'first-wallet-asked': (site) => ({
    subject: `Approve a new wallet on ${site}`,
    lines: [
      `Someone logged in on ${site} with your account and wants to make your first wallet there.`,
      `If this is you, open the page below within 30 minutes. If not, ignore this mail: nothing happens without you.`,
    ],
  }),
  'key-exported': (site) => ({
    subject: 'The key of your wallet was shown',
    lines: [
      `The secret key of your wallet was shown on ${site}. Whoever has seen it can take everything the wallet holds, at any time.`,
      notYouAdvice,
    ],
  }),
  'passkey-added': (site) => ({
    subject: 'A passkey was added to your wallet',
    lines: [`On ${site} a passkey was added. New devices need it from now on.`, notYouAdvice],
  }),
  'passkey-removed': (site) => ({
    subject: 'The passkey of your wallet was removed',
    lines: [`On ${site} the passkey was removed. New devices no longer need it.`, notYouAdvice],
  }),
  'email-changed': (site) => ({
    subject: 'Your login address was changed',
    lines: [
      `On ${site} the address you log in with was changed, from this one to another. All other logins have ended, and the key of your wallet cannot be shown for 24 hours.`,
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

/** Without the scheme mail programs are less eager to make a link of it. */
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

/** No images, no fonts, nothing fetched. Colours that both a light and a dark mail program show. */
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
