export const nodeFaults: readonly string[]

export type ScriptedNode = {
  readonly url: string
  /** The received requests, in order. */
  readonly seen: { readonly method: string; readonly params: unknown }[]
  fault: string | undefined
  answers: Record<string, unknown>
  stop(): Promise<void>
}

export function startScriptedNode(options: {
  readonly answers: Record<string, unknown>
  readonly fault?: string | undefined
}): Promise<ScriptedNode>
