import { isRecord } from '@latchkey/wire/json'

const kinds = ['approve', 'refuse', 'delay', 'never', 'twice', 'garbage', 'crash', 'ask'] as const
export type ScriptKind = (typeof kinds)[number]

/** How the wallet behaves: a word, or a word with options. */
export type Script = {
  readonly kind: ScriptKind
  /** `delay`: approve after so many milliseconds; without it, wait for the control's `settle`. */
  readonly ms?: number
  /** `refuse`: another code than 4001. */
  readonly code?: number
  /** `garbage`: exactly this response. */
  readonly answer?: unknown
}

export class ScriptError extends Error {
  override readonly name = 'ScriptError'
  readonly code = 'unknown_script'
}

export function readScript(value: unknown): Script {
  const script = isRecord(value) ? value : { kind: value }
  const kind = kinds.find((known) => known === script.kind)
  if (!kind) throw new ScriptError(`No such script: ${String(script.kind)}`)
  return {
    kind,
    ...(typeof script.ms === 'number' && { ms: script.ms }),
    ...(typeof script.code === 'number' && { code: script.code }),
    ...('answer' in script && { answer: script.answer }),
  }
}

export type Scripts = {
  set(script: unknown, method?: string): void
  of(method: string): Script
  /** A script for one method also applies to methods without a prompt. */
  isOwn(method: string): boolean
}

/** One general script, and one per method. */
export function createScripts(initial: unknown): Scripts {
  let general = readScript(initial)
  const own = new Map<string, Script>()
  return {
    set(script, method) {
      if (method === undefined) {
        general = readScript(script)
        own.clear()
      } else own.set(method, readScript(script))
    },
    of: (method) => own.get(method) ?? general,
    isOwn: (method) => own.has(method),
  }
}
