import { describe, expect, test } from 'vitest'
import { checkCode } from './codeRules.mjs'
import { parseSource } from './syntax.mjs'

const latchkey = 'packages/latchkey/src'
const problemsOf = (path, text) => checkCode([parseSource(path, text)])

function sort(cases) {
  test.each(cases.fine)('fine in %s: %s', (path, text) => {
    expect(problemsOf(path, text)).toEqual([])
  })
  test.each(cases.broken)('broken in %s: %s', (path, text) => {
    expect(problemsOf(path, text)).toHaveLength(1)
  })
}

describe('state at module level', () => {
  const path = 'packages/pairing/src/records.ts'
  sort({
    fine: [
      [path, 'export const limit = 3'],
      [path, 'const known: ReadonlySet<string> = new Set(["a"])'],
      [path, 'export function open() { let count = 0; const seen = new Map(); return seen }'],
      [path, 'class Store { seen = new Map() }'],
      ['apps/provider/src/server.ts', 'let count = 0'],
      ['packages/pairing/src/records.test.ts', 'let count = 0'],
      [path, 'declare let injected: string'],
    ],
    broken: [
      [path, 'let count = 0'],
      [path, 'var count = 0'],
      [path, 'const seen = new Map()'],
      [path, 'const seen: Map<string, string> = new Map()'],
      [path, 'export const caches = { seen: new WeakMap() }'],
      [path, 'class Store { static seen = new Map() }'],
      [path, 'export const store = createStore({})'],
    ],
  })
})

describe('forbidden globals', () => {
  const core = `${latchkey}/core/connection/actions/connect.ts`
  sort({
    fine: [
      [`${latchkey}/services/page/open.ts`, 'window.open(location.href)'],
      [`${latchkey}/ui/parts/dialog/Dialog.tsx`, 'export const f = () => document.activeElement'],
      [`${latchkey}/ui/shell/Modal.tsx`, 'export const f = () => requestAnimationFrame(draw)'],
      [`${latchkey}/ui/mount.tsx`, 'export const f = (root: Document) => root.activeElement'],
      [core, 'export const f = (p: Ports) => p.fetch({ document: 1 })'],
      [core, 'export const f = ({ document }: Page) => document.title'],
      [core, 'type Fetch = typeof fetch'],
      [core, 'interface Page { window: Window }'],
      ['packages/pairing/src/relay/socket.ts', 'export const f = () => new WebSocket("ws://x")'],
    ],
    broken: [
      [core, 'export const f = () => fetch("/")'],
      [core, 'export const f = () => globalThis.fetch("/")'],
      [core, 'export const f = (scope = window) => scope'],
      [core, 'export const f = () => ({ document })'],
      [core, 'export const f = () => setTimeout(() => 1, 0)'],
      [`${latchkey}/ui/parts/dialog/Dialog.tsx`, 'export const f = () => localStorage.x'],
      [`${latchkey}/ui/parts/dialog/Dialog.tsx`, 'export const f = () => window.fetch("/")'],
      [`${latchkey}/ui/views/connect/ConnectView.tsx`, 'export const f = () => document.body'],
      ['packages/pairing/src/relay/socket.ts', 'export const f = () => window.name'],
    ],
  })
})

describe('amounts', () => {
  const path = `${latchkey}/families/eip155/transfer.ts`
  sort({
    fine: [
      [path, 'export const f = (x: string) => BigInt(x)'],
      [path, 'export const f = (x: number) => Number.isInteger(x)'],
      [`${latchkey}/core/limits.ts`, 'export const f = (x: string) => Number(x)'],
    ],
    broken: [
      [path, 'export const f = (x: string) => Number(x)'],
      [path, 'export const f = (x: string) => Number.parseFloat(x)'],
      [`${latchkey}/features/swap/actions/quote.ts`, 'export const f = (x) => parseFloat(x)'],
    ],
  })
})

describe('views', () => {
  const path = `${latchkey}/features/send/views/SendView.tsx`
  sort({
    fine: [[path, 'export const View = () => <p onClick={() => send.run()} />']],
    broken: [
      [path, 'export const View = () => <p onClick={async () => await send()} />'],
      [`${latchkey}/ui/views/connect/load.ts`, 'export async function load() {}'],
    ],
  })
})

describe('the text of errors', () => {
  const path = 'apps/provider/src/app.ts'
  sort({
    fine: [
      [path, 'if (error.code === "user_rejected") retry()'],
      [path, 'if (siwx.message === expected) accept()'],
      [path, 'if (typeof error.message === "string") log(error.message)'],
    ],
    broken: [
      [path, 'if (error.message === "Modal closed") retry()'],
      [path, 'if ("Modal closed" == event.error.message) retry()'],
      [path, 'if (cause?.message.includes("rejected")) retry()'],
      [path, 'if (/rejected/.test(rpcError.message)) retry()'],
    ],
  })
})

describe('writing a store', () => {
  const loginStore = "import { loginFlow } from './store.js'"
  sort({
    fine: [
      [`${latchkey}/core/connection/actions/connect.ts`, 'widget.stores.modal.set({ open: true })'],
      [`${latchkey}/features/send/actions/send.ts`, 'sendStore.set({})'],
      [`${latchkey}/families/eip155/session.ts`, 'store.set({ active })'],
      [`${latchkey}/boot/x.ts`, 'params.set("a", "b"); ports.storage.set("a", 1)'],
      [`${latchkey}/core/x.ts`, 'const { modal } = widget.kept; modal.set(1, 2)'],
      [`${latchkey}/core/x.ts`, 'const { modal } = widget.stores; modal.get()'],
      [`${latchkey}/features/login/x.ts`, `${loginStore}; loginFlow(widget).get()`],
    ],
    broken: [
      [`${latchkey}/features/login/x.ts`, `${loginStore}; loginFlow(widget).set({})`],
      [`${latchkey}/features/login/x.ts`, `${loginStore}; const f = loginFlow(widget); f.set({})`],
      [`${latchkey}/boot/x.ts`, 'widget.stores.modal.set({ open: true })'],
      [`${latchkey}/ui/hooks/useOpen.ts`, 'modalStore.set({ open: true })'],
      [`${latchkey}/features/send/index.ts`, 'store.set({})'],
      [`${latchkey}/core/x.ts`, 'const { modal } = widget.stores; modal.set({ open: true })'],
      [`${latchkey}/core/x.ts`, 'const { modal: one } = stores; one.set({ open: true })'],
      [
        `${latchkey}/boot/x.ts`,
        'const { stores: { modal }, ports } = widget; modal.set({ open: true })',
      ],
      [`${latchkey}/boot/x.ts`, 'const f = ({ stores: { modal } }) => modal.set({ open: true })'],
      [`${latchkey}/core/x.ts`, 'const { modal } = stores; on(() => modal.set({ open: true }))'],
    ],
  })
})

describe('length of a file', () => {
  const path = `${latchkey}/core/x.ts`
  sort({
    fine: [
      [path, 'export {}\n'.repeat(300)],
      [`${latchkey}/core/x.test.ts`, 'export {}\n'.repeat(301)],
    ],
    broken: [[path, 'export {}\n'.repeat(301)]],
  })
})

describe('denied words', () => {
  const text = `${latchkey}/core/text/send.ts`
  sort({
    fine: [
      [`${latchkey}/core/x.ts`, 'export const renewal = 1'],
      [`${latchkey}/core/x.ts`, 'export const washes = 1'],
      [`${latchkey}/core/x.ts`, 'export const again = "anew"'],
      [`${latchkey}/core/x.ts`, 'export const mostly = atMost(1)'],
      [text, 'export const hint = "Try again."'],
    ],
    broken: [
      [`${latchkey}/core/x.ts`, 'export function sendAnew() {}'],
      ['apps/login/src/x.ts', 'export type Surroundings = string'],
      ['apps/login/src/x.ts', 'export const readMisfits = 1'],
      ['apps/login/src/x.ts', 'export const wishes = 1'],
      ['apps/login/src/x.ts', 'export const longestUrl = 1'],
      [text, 'export const hint = "Whoever sends"'],
      [text, 'export const hint = (name: string) => `Meanwhile ${name} waits`'],
      ['apps/login/src/code/text.ts', 'export const hint = "Sent anew"'],
    ],
  })
})
