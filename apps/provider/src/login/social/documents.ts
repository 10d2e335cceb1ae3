import { readFileSync } from 'node:fs'
import { inPackage } from '../../packageFolder.js'
import { siteIcons } from '../site/siteIcons.js'
import { escapeHtml, type PageDocument } from '../site/sitePage.js'
import type { SocialFailure } from './socialFlow.js'

const readPageFile = (name: string) => readFileSync(inPackage('pages', 'social', name), 'utf8')

const pageStyle = readPageFile('social.css')
const windowScript = readPageFile('window.js')
const farcasterScript = readPageFile('farcaster.js')

/** Shown until the window is redirected. Needs no script. */
export const loadingDocument: PageDocument = {
  title: 'One moment',
  style: pageStyle,
  body: `
    <div class="spinner" aria-hidden="true"></div>
    <h1 role="status">One moment</h1>
    <p class="quiet">The sign-in page opens here.</p>`,
}

/** The window's last page. */
export const closeDocument: PageDocument = createNotice(
  'You can close this window',
  'Go back to the site you came from.',
  'closed',
)

/** For a callback that belongs to no log-in of this browser. */
export const unknownDocument: PageDocument = createNotice(
  'This login cannot continue',
  'It has ended, or was started in another browser. Close this window and start again.',
  'expired',
)

type Arrival = {
  readonly provider: string
  /** The site that requested the log-in. */
  readonly site: string
  readonly flowId: string
  /** Digest of the secret that the frame must send to get the ticket. */
  readonly binding: string
  readonly ticket: string
  readonly resultUri: string
  /** Set if the whole page was redirected instead of a window. */
  readonly returnTo: string | undefined
  /** The wallet exists and would be new on this device, which takes a click here. */
  readonly needsRecovery: boolean
}

/**
 * The log-in is proven. The window gives the ticket to the frame that started it; if it finds none,
 * the person confirms the site and types a number in the frame.
 */
export function arrivedDocument({ provider, ...data }: Arrival): PageDocument {
  const site = escapeHtml(formatSite(data.site))
  return {
    title: 'One moment',
    style: pageStyle,
    script: windowScript,
    data,
    body: `
      <div data-part id="wait">
        <div class="spinner" aria-hidden="true"></div>
        <h1 role="status">Going back</h1>
        <p class="quiet">${site}</p>
      </div>
      <div data-part id="allow" hidden>
        ${siteIcons.key}
        <h1 tabindex="-1">Open your wallet here?</h1>
        <p>You are logging in to<strong class="site">${site}</strong>Your wallet opens on this device. The site can ask you to sign; you confirm each request.</p>
        <p class="wrong" role="alert"></p>
        <button class="main" type="button" data-step="allow">Open my wallet</button>
        <p class="quiet">Not on that site right now? Close this window.</p>
      </div>
      <div data-part id="confirm" hidden>
        <h1 tabindex="-1">Log in with ${escapeHtml(provider)}?</h1>
        <p>This site requests it:<strong class="site">${site}</strong></p>
        <p class="wrong" role="alert"></p>
        <button class="main" type="button" data-step="number">Continue</button>
        <p class="quiet">Not on that site right now? Someone else started this. Close the window.</p>
      </div>
      <div data-part id="number" hidden>
        <h1 tabindex="-1">Type this number</h1>
        <p class="shown-number"></p>
        <p>in the log-in on<strong class="site">${site}</strong>Never share it.</p>
        ${data.returnTo === undefined ? '' : `<a class="main" href="${escapeHtml(data.returnTo)}">Back to the site</a>`}
      </div>
      ${renderPart('done', 'success', 'Logged in', 'You can close this window and go back to the site.')}
      ${renderPart('over', 'closed', 'You can close this window', 'Go back to the site you came from.')}`,
  }
}

/** What a phone opens before the Farcaster app: the requesting site, then a number to type there. */
export function farcasterDocument(origin: string): PageDocument {
  const site = escapeHtml(formatSite(origin))
  return {
    title: 'Log in with Farcaster',
    style: pageStyle,
    script: farcasterScript,
    body: `
      <div data-part id="confirm">
        <h1>Log in with Farcaster?</h1>
        <p>This site requests it:<strong class="site">${site}</strong></p>
        <p class="wrong" role="alert"></p>
        <button class="main" type="button" data-step="number">Continue</button>
        <p class="quiet">Not on that site right now? Someone else started this. Close this page.</p>
      </div>
      <div data-part id="number" hidden>
        <h1 tabindex="-1">Type this number</h1>
        <p class="shown-number"></p>
        <p>in the log-in on<strong class="site">${site}</strong>Then approve in the app.</p>
        <a class="main">Open Farcaster</a>
      </div>`,
  }
}

const failureTexts: Readonly<Record<SocialFailure, (provider: string) => string>> = {
  denied: (provider) => `You declined the login at ${provider}.`,
  'login-failed': (provider) => `The response from ${provider} could not be verified.`,
  unreachable: (provider) => `${provider} did not respond. Try again in a moment.`,
  'number-wrong': () => 'The number was wrong.',
}

export function failedDocument(failed: {
  readonly provider: string
  readonly site: string
  readonly resultUri: string
  readonly error: SocialFailure
}): PageDocument {
  const { provider, site, resultUri, error } = failed
  const { body, ...page } = createNotice('Not signed in', failureTexts[error](provider), 'error')
  return {
    ...page,
    body: `${body}<p class="quiet">You can close this window and go back to ${escapeHtml(formatSite(site))}.</p>`,
    script: windowScript,
    data: { site, resultUri },
  }
}

type Icon = keyof typeof siteIcons

function createNotice(title: string, text: string, sign: Icon): PageDocument {
  return {
    title,
    style: pageStyle,
    body: `${siteIcons[sign]}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
  }
}

function renderPart(id: string, sign: Icon, title: string, text: string): string {
  return `<div data-part id="${id}" hidden>${siteIcons[sign]}<h1 tabindex="-1">${title}</h1><p>${text}</p></div>`
}

/** Without `https://`, which people expect anyway. */
function formatSite(origin: string): string {
  return origin.replace(/^https:\/\//, '')
}
