import { Spinner } from '@latchkey/parts/Spinner'
import { checking as words } from './text.js'

/** While the frame does the work the login site asked for. */
export function CheckingScreen() {
  return (
    <main className="screen code-screen centred" data-testid="login-checking" aria-busy="true">
      <Spinner size={32} />
      <div className="words" role="status">
        <h1 className="title">{words.title}</h1>
        <p className="quiet">{words.text}</p>
      </div>
    </main>
  )
}
