import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'
import { failureName } from '../../log.js'
import type { Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { PageAnswer, PageRequest, SitePage } from '../sitePage.js'
import { dialects } from './dialects.js'
import {
  arrivedDocument,
  closeDocument,
  failedDocument,
  loadingDocument,
  unknownDocument,
} from './documents.js'
import { IdentityFault } from './IdentityFault.js'
import {
  browserCookie,
  browserDigest,
  browserKeyIn,
  isSameBrowser,
  isToken,
  journeyOf,
  randomToken,
} from './journey.js'
import {
  detailsOf,
  keptIdentity,
  resultUri,
  returnAddress,
  type SocialFailure,
} from './socialFlow.js'
import type { IdentityProviders } from './socialRoutes.js'

/** Apple's form holds a code, a state and a name. */
const FORM_LIMIT = 16_384
/** How long the person has to type the number. */
const TICKET_LIFE_MS = 300_000

const flowName = v.pipe(v.string(), v.uuid())

/** The window on its way to a provider and back. */
export function socialPages(parts: LoginParts, providers: IdentityProviders): SitePage[] {
  const { flows, publicUrl } = parts

  async function start({ params, cookies }: PageRequest): Promise<PageAnswer> {
    const flow = v.is(flowName, params.flow) ? await flows.byId(params.flow) : undefined
    const provider = flow && providers.get(flow.method as FrameSocialProvider)
    if (!flow || !provider) return unknown()
    const known = browserKeyIn(cookies)
    // Whoever opens it first has it. The same browser may come again, with a state of its own.
    const isAgain = flow.state === 'away' && isSameBrowser(known, detailsOf(flow).browser)
    if (flow.state !== 'begun' && !isAgain) return unknown()
    // One key serves all logins of a browser, so that two at once do not spoil each other.
    const key = known ?? randomToken()
    const state = randomToken()
    const moved = await flows.move(flow, {
      from: flow.state,
      to: 'away',
      handle: state,
      details: { browser: browserDigest(key) },
    })
    if (!moved) return unknown()
    return {
      redirect: await provider.addressFor(journeyOf(key, state)),
      cookies: [browserCookie(key)],
    }
  }

  async function comeBack(
    fields: URLSearchParams,
    { params, cookies, signal }: PageRequest,
  ): Promise<PageAnswer> {
    const state = fields.get('state')
    const flow = isToken(state) ? await flows.byHandle(state) : undefined
    const key = browserKeyIn(cookies)
    const name = params.provider as FrameSocialProvider
    const provider = providers.get(name)
    if (!flow || !provider || !isToken(state) || key === undefined) return unknown()
    if (flow.method !== name || !isSameBrowser(key, detailsOf(flow).browser)) return unknown()
    // Used up, whatever follows: the ticket takes the state's place.
    const ticket = randomToken()
    const step = { from: 'away', to: 'arriving', handle: ticket, lifeMs: TICKET_LIFE_MS } as const
    if (!(await flows.move(flow, step))) return unknown()
    try {
      const identity = await provider.identify(fields, journeyOf(key, state), signal)
      const details = { identity: keptIdentity(identity) }
      if (!(await flows.move(flow, { from: 'arriving', to: 'arrived', details }))) return unknown()
    } catch (error) {
      return fail(flow, error)
    }
    const { returnTo } = detailsOf(flow)
    const result = resultUri(publicUrl, flow.id, { ticket })
    if (returnTo !== undefined) return { redirect: returnAddress(returnTo, result) }
    return {
      document: arrivedDocument({
        provider: dialects[name].name,
        site: flow.origin,
        resultUri: result,
        ticket,
      }),
    }
  }

  async function fail(flow: Flow, error: unknown): Promise<PageAnswer> {
    parts.log({ level: 'warn', event: 'social-login-failed', reason: failureName(error) })
    const reason = failureOf(error)
    await flows.move(flow, { from: 'arriving', to: 'failed', details: { reason } })
    const result = resultUri(publicUrl, flow.id, { error: reason })
    const { returnTo } = detailsOf(flow)
    if (returnTo !== undefined) return { redirect: returnAddress(returnTo, result) }
    const { name } = dialects[flow.method as FrameSocialProvider]
    return {
      // Saying no is nobody's fault.
      status: reason === 'denied' ? 200 : 400,
      document: failedDocument({
        provider: name,
        site: flow.origin,
        resultUri: result,
        error: reason,
      }),
    }
  }

  /** What the window itself says; its ticket shows that it is the one that came back. */
  async function takeStep({ form }: PageRequest): Promise<PageAnswer> {
    const ticket = form.get('ticket')
    const flow = isToken(ticket) ? await flows.byHandle(ticket) : undefined
    if (!flow) return unknown()
    const moved = await moveBy(flow, form)
    return moved ? { document: closeDocument } : unknown()
  }

  async function moveBy(flow: Flow, form: URLSearchParams): Promise<boolean> {
    const isAsked = ['asking', 'asked']
    switch (form.get('step')) {
      case 'ask':
        return (await flows.move(flow, { from: 'arrived', to: 'asking' })) !== undefined
      case 'leave':
        return (await flows.move(flow, { from: isAsked, to: 'left' })) !== undefined
      case 'press': {
        if (form.get('number') === detailsOf(flow).number) {
          // Pressed again by somebody who was not told of the first time.
          const from = [...isAsked, 'pressed']
          return (await flows.move(flow, { from, to: 'pressed' })) !== undefined
        }
        // One try: whoever has to guess did not begin this login.
        const details = { reason: 'number-wrong' satisfies SocialFailure }
        await flows.move(flow, { from: isAsked, to: 'failed', details, handle: randomToken() })
        return false
      }
      default:
        return false
    }
  }

  return [
    page('loading', 'GET', '/loading', async () => ({ document: loadingDocument })),
    page('social', 'GET', '/social', async () => ({ document: closeDocument })),
    page('oauthStart', 'GET', '/oauth/start/:flow', start),
    page('oauthCallback', 'GET', '/oauth/callback/:provider', (request) =>
      comeBack(request.query, request),
    ),
    page('oauthCallbackForm', 'POST', '/oauth/callback/:provider', (request) =>
      comeBack(request.form, request),
    ),
    page('oauthWindow', 'POST', '/oauth/window', takeStep),
  ]
}

function page(
  name: string,
  method: SitePage['method'],
  path: string,
  answer: SitePage['answer'],
): SitePage {
  return { name, method, path, answer, ...(method === 'POST' && { bodyLimit: FORM_LIMIT }) }
}

function unknown(): PageAnswer {
  return { status: 400, document: unknownDocument }
}

function failureOf(error: unknown): SocialFailure {
  if (!(error instanceof IdentityFault)) throw error
  return error.code === 'refused' ? 'login-failed' : error.code
}
