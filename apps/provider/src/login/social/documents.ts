import { readFileSync } from 'node:fs'
import { siteIcons } from '../site/siteIcons.js'
import { escapeHtml, type PageDocument } from '../site/sitePage.js'
import type { SocialFailure } from './socialFlow.js'

const readPageFile = (name: string) =>
  readFileSync(new URL(`../../../pages/social/${name}`, import.meta.url), 'utf8')

const pageStyle = readPageFile('social.css')
const windowScript = readPageFile('window.js')
const farcasterScript = readPageFile('farcaster.js')

/** Stands in the window until it is known where it goes. Needs no script. */
export const loadingDocument: PageDocument = {
  title: 'One moment',
  style: pageStyle,
  body: `
    <div class="spinner" aria-hidden="true"></div>
    <h1 role="status">One moment</h1>
    <p class="quiet">The page to sign in with opens here.</p>`,
}

/** The window's last page. */
export const closeDocument: PageDocument = createNotice(
  'You can close this window',
  'Go back to the site you came from.',
  'closed',
)

/** A way back that leads to no login of this browser. */
export const unknownDocument: PageDocument = createNotice(
  'This login cannot go on',
  'It has ended, or was begun in another browser. Close this window and begin again.',
  'expired',
)

type Arrival = {
  readonly provider: string
  /** The site that asked for the log-in. */
  readonly site: string
  readonly flowId: string
  /** Digest of the secret that the frame has to show before it gets the ticket. */
  readonly binding: string
  readonly ticket: string
  readonly resultUri: string
  /** Set when the whole page came here instead of a window. */
  readonly returnTo: string | undefined
  /** The wallet exists and would be new on this device: that takes a press here. */
  readonly asksForWallet: boolean
}

/**
 * The log-in is proven. The window looks for the frame that asked and hands over the ticket; without
 * one, the person confirms the site and types a number in the frame.
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
        <p>You are logging in on<strong class="site">${site}</strong>Your wallet opens on this device. The site can ask you to sign; you confirm each request.</p>
        <p class="wrong" role="alert"></p>
        <button class="main" type="button" data-step="allow">Open my wallet</button>
        <p class="quiet">Not on that site right now? Then close this window.</p>
      </div>
      <div data-part id="confirm" hidden>
        <h1 tabindex="-1">Log in with ${escapeHtml(provider)}?</h1>
        <p>This site asks for it:<strong class="site">${site}</strong></p>
        <p class="wrong" role="alert"></p>
        <button class="main" type="button" data-step="number">Continue</button>
        <p class="quiet">Not on that site right now? Then someone else started this. Close the window.</p>
      </div>
      <div data-part id="number" hidden>
        <h1 tabindex="-1">Type this number</h1>
        <p class="shown-number"></p>
        <p>in the log-in on<strong class="site">${site}</strong>Tell it to nobody.</p>
        ${data.returnTo === undefined ? '' : `<a class="main" href="${escapeHtml(data.returnTo)}">Back to the site</a>`}
      </div>
      ${renderPart('done', 'success', 'Logged in', 'You can close this window and go back to the site.')}
      ${renderPart('over', 'closed', 'You can close this window', 'Go back to the site you came from.')}`,
  }
}

/** What a phone opens before the Farcaster app: the site that asks, then a number to type there. */
export function farcasterDocument(origin: string): PageDocument {
  const site = escapeHtml(formatSite(origin))
  return {
    title: 'Log in with Farcaster',
    style: pageStyle,
    script: farcasterScript,
    body: `
      <div data-part id="confirm">
        <h1>Log in with Farcaster?</h1>
        <p>This site asks for it:<strong class="site">${site}</strong></p>
        <p class="wrong" role="alert"></p>
        <button class="main" type="button" data-step="number">Continue</button>
        <p class="quiet">Not on that site right now? Then someone else started this. Close this page.</p>
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
  denied: (provider) => `You did not allow it at ${provider}.`,
  'login-failed': (provider) => `What ${provider} sent back could not be trusted.`,
  unreachable: (provider) => `${provider} did not answer. Try again in a moment.`,
  'number-wrong': () => 'That was not the number.',
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

/** A site as people know it: without `https://`, which is what they expect. */
function formatSite(origin: string): string {
  return origin.replace(/^https:\/\//, '')
}
