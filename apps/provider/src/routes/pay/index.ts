import { namespaceOf } from '@latchkey/wire/caip'
import {
  depositFeature,
  getExchangeAssets,
  type PayMethod,
  payFeature,
  payMethods,
  requestPay,
} from '@latchkey/wire/http/pay'
import * as v from 'valibot'
import { ApiError } from '../../errors/ApiError.js'
import { type Caller, type RawRoute, type Route, route } from '../../http/route.js'
import { type Pay, PayCallError } from '../../sources/pay/createPay.js'
import type { PayAsset } from '../../sources/pay/PayExchange.js'
import type { SandboxExchange } from '../../sources/pay/sandbox/createSandboxExchange.js'
import type { Transfers } from '../../sources/pay/transfers/createTransfers.js'
import { checkoutRoutes } from './checkoutRoutes.js'
import { hasFeature } from './hasFeature.js'
import { transferRoutes } from './transferRoutes.js'

/** Dependencies of the payment routes. */
export type PayParts = {
  readonly pay: Pay
  readonly transfers: Transfers
  /** Only if the sandbox exchange is configured. */
  readonly sandbox?: SandboxExchange | undefined
  readonly clock: { now(): number }
}

/** Payments from an account at an exchange, as JSON-RPC, and those with another token. */
export function payRoutes({ pay, transfers }: PayParts): Route[] {
  return [
    ...transferRoutes({ transfers }),
    route(
      requestPay,
      async ({ id, method, params = {}, source }, caller) => {
        try {
          const feature = source === 'fund-wallet' ? depositFeature : payFeature
          const result = await respond(pay, { method, params, feature }, caller)
          return { jsonrpc: '2.0' as const, id, result }
        } catch (error) {
          if (!(error instanceof PayCallError)) throw error
          const { code, message } = error
          return { jsonrpc: '2.0' as const, id, error: { code, message } }
        }
      },
      { writes: true },
    ),
    route(getExchangeAssets, async ({ exchangeId }, { project }) => {
      const isOffered = [payFeature, depositFeature].some((id) => hasFeature(project, id))
      if (!isOffered) throw new ApiError(404, 'exchangeId', 'This project has no exchange.')
      const assets: Record<string, ReturnType<typeof toListedAsset>[]> = {}
      for (const asset of readAssets(pay, exchangeId)) {
        const namespace = namespaceOf(asset.chain.id)
        assets[namespace] = [...(assets[namespace] ?? []), toListedAsset(asset)]
      }
      return { exchangeId, assets }
    }),
  ]
}

function readAssets(pay: Pay, exchangeId: string): readonly PayAsset[] {
  try {
    return pay.getAssets(exchangeId)
  } catch (error) {
    if (!(error instanceof PayCallError)) throw error
    throw new ApiError(404, 'exchangeId', error.message, { cause: error })
  }
}

function toListedAsset({ chain, address, name, symbol, decimals }: PayAsset) {
  return {
    network: chain.id,
    asset: address ?? 'native',
    metadata: { name, symbol, decimals },
  }
}

/** The sandbox exchange's checkout pages. */
export function payRawRoutes({ sandbox, clock }: PayParts): RawRoute[] {
  return sandbox ? checkoutRoutes({ sandbox, clock }) : []
}

async function respond(
  pay: Pay,
  call: { readonly method: string; readonly params: unknown; readonly feature: string },
  { project, publicUrl, signal }: Caller,
) {
  const { method, params, feature } = call
  const projectId = project.id
  const isEnabled = hasFeature(project, feature)
  const parse = <name extends PayMethod>(name: name) => parseParams(name, params, projectId)
  switch (method) {
    case 'reown_getExchanges': {
      const checked = parse(method)
      // A site without the feature has no exchange to offer.
      return isEnabled ? pay.getExchanges(checked) : { exchanges: [], total: 0 }
    }
    case 'reown_getExchangePayUrl': {
      const checked = parse(method)
      if (isEnabled) return pay.createUrl(checked, { projectId, publicUrl, signal })
      throw new PayCallError('featureDisabled', `The project does not have the feature ${feature}.`)
    }
    case 'reown_getExchangeBuyStatus':
      return pay.readStatus(parse(method), { projectId, signal })
    default:
      throw new PayCallError('methodNotFound', `The method ${method} is not served here.`)
  }
}

function parseParams<method extends PayMethod>(
  method: method,
  params: unknown,
  projectId: string,
): v.InferOutput<(typeof payMethods)[method]['params']> {
  const result = v.safeParse(payMethods[method].params, params)
  if (!result.success) {
    const [issue] = result.issues
    const field = v.getDotPath(issue)
    throw new PayCallError('invalidParams', field ? `${field}: ${issue.message}` : issue.message)
  }
  const { projectId: repeated } = result.output
  if (repeated !== undefined && repeated !== projectId) {
    throw new PayCallError('invalidParams', 'projectId: not the project of the request.')
  }
  return result.output as v.InferOutput<(typeof payMethods)[method]['params']>
}
