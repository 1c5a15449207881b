// The page's first script. The frame that the page brings (index.html) is painted before the web UI's own scripts take the machine.
import './app.css'

let isBegun = false
function begin(): void {
  if (isBegun) return
  isBegun = true
  void import('./main.tsx')
}
requestAnimationFrame(() => setTimeout(begin))
// Nobody looks: then there is no frame to wait for.
setTimeout(begin, document.hidden ? 0 : 100)
