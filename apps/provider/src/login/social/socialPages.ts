import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'
import { failureName } from '../../log.js'
import type { LoginParts } from '../LoginParts.js'
import type { Flow } from '../session/flows.js'
import { checkOwnPage } from '../site/numberPage.js'
import type { PageAnswer, PageRequest, SitePage } from '../site/sitePage.js'
import type { Wallets } from '../wallet/Wallets.js'
import type { Identity } from './createIdentityProvider.js'
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
import { randomNumber } from './matchNumber.js'
import {
  detailsOf,
  isSocialLogin,
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

/** The pages of the window: to the provider and back. */
export function socialPages(
  parts: LoginParts & { readonly wallets: Pick<Wallets, 'has' | 'isKnownFrame'> },
  providers: IdentityProviders,
): SitePage[] {
  const { flows, publicUrl } = parts

  async function byHandle(handle: string | null): Promise<Flow | undefined> {
    const flow = isToken(handle) ? await flows.byHandle(handle) : undefined
    return flow && isSocialLogin(flow) ? flow : undefined
  }

  async function start({ params, cookies }: PageRequest): Promise<PageAnswer> {
    const flow = v.is(flowName, params.flow) ? await flows.byId(params.flow) : undefined
    const provider = flow && providers.get(flow.method as FrameSocialProvider)
    if (!flow || !isSocialLogin(flow) || !provider) return unknown()
    const known = browserKeyIn(cookies)
    // Bound to the first browser that opens it. The same browser may come again, with a new state.
    const isAgain = flow.state === 'away' && isSameBrowser(known, detailsOf(flow).browser)
    if (flow.state !== 'begun' && !isAgain) return unknown()
    // One key per browser, so that two log-ins at once do not break each other.
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
    const flow = await byHandle(state)
    const key = browserKeyIn(cookies)
    const name = params.provider as FrameSocialProvider
    const provider = providers.get(name)
    if (!flow || !provider || !isToken(state) || key === undefined) return unknown()
    if (flow.method !== name || !isSameBrowser(key, detailsOf(flow).browser)) return unknown()
    // Spent, whatever follows: the ticket replaces the state.
    const ticket = randomToken()
    const step = { from: 'away', to: 'arriving', handle: ticket, lifeMs: TICKET_LIFE_MS } as const
    if (!(await flows.move(flow, step))) return unknown()
    let identity: Identity
    try {
      identity = await provider.identify(fields, journeyOf(key, state), signal)
      const details = { identity: keptIdentity(identity) }
      if (!(await flows.move(flow, { from: 'arriving', to: 'arrived', details }))) return unknown()
    } catch (error) {
      return fail(flow, error)
    }
    const { returnTo } = detailsOf(flow)
    const result = resultUri(publicUrl, flow.id)
    return {
      document: arrivedDocument({
        provider: dialects[name].name,
        site: flow.origin,
        flowId: flow.id,
        binding: flow.binding,
        ticket,
        resultUri: result,
        returnTo: returnTo === undefined ? undefined : returnAddress(returnTo, result),
        asksForWallet: await wouldRecover(flow, identity),
      }),
    }
  }

  /** Whether the wallet exists and has not been in this frame before. */
  async function wouldRecover(flow: Flow, identity: Identity): Promise<boolean> {
    const accountId = await parts.accounts.find(identity)
    if (accountId === undefined || !(await parts.wallets.has(accountId))) return false
    const { deviceId, frameKey = '' } = detailsOf(flow)
    return !(await parts.wallets.isKnownFrame(accountId, deviceId, frameKey))
  }

  async function fail(flow: Flow, error: unknown): Promise<PageAnswer> {
    parts.log({ level: 'warn', event: 'social-login-failed', reason: failureName(error) })
    const reason = failureOf(error)
    await flows.move(flow, { from: 'arriving', to: 'failed', details: { reason } })
    const result = resultUri(publicUrl, flow.id, reason)
    const { returnTo } = detailsOf(flow)
    if (returnTo !== undefined) return { redirect: returnAddress(returnTo, result) }
    const { name } = dialects[flow.method as FrameSocialProvider]
    return {
      // A refusal by the person is no error.
      status: reason === 'denied' ? 200 : 400,
      document: failedDocument({
        provider: name,
        site: flow.origin,
        resultUri: result,
        error: reason,
      }),
    }
  }

  /** A step of the window. Its ticket proves that it is the one that came back. */
  async function takeStep(request: PageRequest): Promise<PageAnswer> {
    checkOwnPage(publicUrl, request)
    const { form } = request
    const flow = await byHandle(form.get('ticket'))
    return (flow && (await moveBy(flow, form.get('step')))) ?? unknown()
  }

  async function moveBy(flow: Flow, step: string | null): Promise<PageAnswer | undefined> {
    switch (step) {
      case 'allow': {
        const details = { allowsRecovery: true }
        const moved = await flows.move(flow, { from: 'arrived', to: 'arrived', details })
        return moved && { json: {} }
      }
      case 'number': {
        // A window that lost the answer gets the same number again.
        const number = detailsOf(flow).number ?? randomNumber()
        const from = ['arrived', 'numbered']
        const moved = await flows.move(flow, { from, to: 'numbered', details: { number } })
        return moved && { json: { number } }
      }
      case 'leave':
        return (await flows.move(flow, { from: 'arrived', to: 'left' })) && { json: {} }
      default:
        return undefined
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
