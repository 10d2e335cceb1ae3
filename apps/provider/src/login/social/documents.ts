import { readFileSync } from 'node:fs'
import { escapeHtml, type PageDocument } from '../site/sitePage.js'
import { siteSigns } from '../site/siteSigns.js'
import type { SocialFailure } from './socialFlow.js'

const file = (name: string) =>
  readFileSync(new URL(`../../../pages/social/${name}`, import.meta.url), 'utf8')

const STYLE = file('social.css')
const SCRIPT = file('window.js')
const FARCASTER_SCRIPT = file('farcaster.js')

/** Stands in the window until it is known where it goes. Needs no script. */
export const loadingDocument: PageDocument = {
  title: 'One moment',
  style: STYLE,
  body: `
    <div class="spinner" aria-hidden="true"></div>
    <h1 role="status">One moment</h1>
    <p class="quiet">The page to sign in with opens here.</p>`,
}

/** The window's last page. */
export const closeDocument: PageDocument = notice(
  'You can close this window',
  'Go back to the site you came from.',
  'shut',
)

/** A way back that leads to no login of this browser. */
export const unknownDocument: PageDocument = notice(
  'This login cannot go on',
  'It has ended, or was begun in another browser. Close this window and begin again.',
  'late',
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
  const site = escapeHtml(siteName(data.site))
  return {
    title: 'One moment',
    style: STYLE,
    script: SCRIPT,
    data,
    body: `
      <div data-part id="wait">
        <div class="spinner" aria-hidden="true"></div>
        <h1 role="status">Going back</h1>
        <p class="quiet">${site}</p>
      </div>
      <div data-part id="allow" hidden>
        ${siteSigns.key}
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
      ${part('done', 'good', 'Logged in', 'You can close this window and go back to the site.')}
      ${part('over', 'shut', 'You can close this window', 'Go back to the site you came from.')}`,
  }
}

/** What a phone opens before the Farcaster app: the site that asks, then a number to type there. */
export function farcasterDocument(origin: string): PageDocument {
  const site = escapeHtml(siteName(origin))
  return {
    title: 'Log in with Farcaster',
    style: STYLE,
    script: FARCASTER_SCRIPT,
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

const REASONS: Readonly<Record<SocialFailure, (provider: string) => string>> = {
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
  const { body, ...page } = notice('Not signed in', REASONS[error](provider), 'bad')
  return {
    ...page,
    body: `${body}<p class="quiet">You can close this window and go back to ${escapeHtml(siteName(site))}.</p>`,
    script: SCRIPT,
    data: { site, resultUri },
  }
}

type Sign = keyof typeof siteSigns

function notice(title: string, text: string, sign: Sign): PageDocument {
  return {
    title,
    style: STYLE,
    body: `${siteSigns[sign]}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
  }
}

function part(id: string, sign: Sign, title: string, text: string): string {
  return `<div data-part id="${id}" hidden>${siteSigns[sign]}<h1 tabindex="-1">${title}</h1><p>${text}</p></div>`
}

/** A site as people know it: without `https://`, which is what they expect. */
function siteName(origin: string): string {
  return origin.replace(/^https:\/\//, '')
}
