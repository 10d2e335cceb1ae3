import { readFileSync } from 'node:fs'
import { escapeHtml, type PageDocument } from '../sitePage.js'
import { siteSigns } from '../siteSigns.js'
import type { SocialFailure } from './socialFlow.js'

const file = (name: string) =>
  readFileSync(new URL(`../../../pages/social/${name}`, import.meta.url), 'utf8')

const STYLE = file('social.css')
const SCRIPT = file('window.js')

/** Stands in the window until it is known where it goes. Needs no script. */
export const loadingDocument: PageDocument = {
  title: 'One moment',
  style: STYLE,
  body: `
    <div class="spinner" aria-hidden="true"></div>
    <h1 role="status">One moment</h1>
    <p class="quiet">The page to sign in with opens here.</p>`,
}

/** What is left in the window when everything has been said. */
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
  /** The site that began the login. */
  readonly site: string
  readonly resultUri: string
  readonly ticket: string
}

/**
 * The login is proven: the opener is told, or the person types the number of the frame. The page does not
 * know it either: among numbers to choose from, somebody lured here would hit it by chance too often.
 */
export function arrivedDocument(arrival: Arrival): PageDocument {
  const { provider, site, resultUri, ticket } = arrival
  return {
    title: 'One moment',
    style: STYLE,
    script: SCRIPT,
    data: { site, resultUri, ticket },
    body: `
      <div data-part id="wait">
        <div class="spinner" aria-hidden="true"></div>
        <h1 role="status">Going back</h1>
        <p class="quiet">${escapeHtml(siteName(site))}</p>
      </div>
      <form data-part id="ask" novalidate hidden>
        <h1 tabindex="-1">Which number do you see?</h1>
        <p>You sign in with ${escapeHtml(provider)} on<strong class="site">${escapeHtml(siteName(site))}</strong>
        <label for="number">Type the number that is shown there.</label></p>
        <p><input id="number" class="number" inputmode="numeric" autocomplete="off" maxlength="2" size="2" aria-describedby="wrong"></p>
        <p id="wrong" class="wrong" role="alert"></p>
        <button class="main" type="submit">Sign in</button>
        <p class="quiet">Not on that site right now? Then somebody else began this. Close the window.</p>
      </form>
      ${part('done', 'good', 'Signed in', 'You can close this window and go back to the site.')}
      ${part('failed', 'bad', 'Not signed in', 'That was not the number. Begin again on the site.')}
      ${part('over', 'shut', 'You can close this window', 'Go back to the site you came from.')}`,
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
