import type { Latchkey, LatchkeyOptions } from 'latchkey'
import { createRoot } from 'react-dom/client'
import { describeOptions, fieldsOf } from '../configuration/catalogue.js'
import { initialConfiguration } from '../configuration/configuration.js'
import { decodeHash } from '../configuration/hash.js'
import { installSampleWallet, loadLocal } from '../configuration/local.js'
import { createSession } from '../widget/createSession.js'
import { describeProblems, type PageParts, Playground } from './Playground.js'
import '../style/index.css'

declare global {
  interface Window {
    /** The widget of the page, for the console. */
    latchkey: Latchkey
  }
}

type ShowParts = PageParts & { readonly create: (options: LatchkeyOptions) => Latchkey }

export async function showPlayground({ create, ...parts }: ShowParts): Promise<void> {
  const local = await loadLocal()
  const hasWallet = await installSampleWallet(local)
  const sections = describeOptions(local)
  const fields = fieldsOf(sections)
  const { configuration, problems } = decodeHash(fields, location.hash)
  const session = createSession({
    create,
    fields,
    requested: configuration,
    fallback: initialConfiguration(fields),
  })
  const publish = () => {
    window.latchkey = session.get().latchkey
  }
  publish()
  session.subscribe(publish)

  const { report } = session.get()
  const notices = [
    ...describeProblems(problems),
    ...(report.tone === 'bad' ? [report.text] : []),
    ...(hasWallet ? [] : ['The sample wallet is out of reach; start everything with npm start.']),
  ]
  const app = document.querySelector('#app')
  if (app)
    createRoot(app).render(<Playground {...parts} {...{ local, sections, session, notices }} />)
}
