import { WAITING_MARKER } from '#site/submissions/waiting-marker.ts'

/**
 * Every page is plain HTML that works by itself, so the application runs only when it is wanted.
 * The page's own scripts are made inert; a small loader wakes them at the first sign of a visitor,
 * at once where there is a form or a submission still waits to be sent, and otherwise only fetches the files ahead once the page is idle.
 * docs/decisions/sleeping-pages.md says why.
 */
export function putToSleep(html: string): string {
  const files: string[] = []
  const withoutPreloads = html.replace(/<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g, (_, file: string) => {
    files.push(file)
    return ''
  })
  let modules = 0
  const asleep = withoutPreloads
    .replace(/<script type="module" async="">/g, () => {
      modules += 1
      return `<script type="${ASLEEP}" data-kind="module" data-files="${files.join(' ')}">`
    })
    .replace(/<script>(?=window\.__reactRouterContext)/g, `<script type="${ASLEEP}">`)
  // An upgrade that changes how the page starts must be noticed, not served.
  if (modules !== 1) throw new Error(`The page has ${modules} module scripts where one was expected`)
  return asleep.replace('</body>', () => `<script>${LOADER}</script></body>`)
}

const ASLEEP = 'wake/script'

// Where the application is wanted at once it still lets the page be drawn first, if anybody can see it.
// `scroll` is no sign of a visitor: a restored scroll position fires it.
const LOADER = `(function(d,w){
var signs=['pointerdown','pointermove','touchstart','keydown','focusin','wheel'],options={capture:true,passive:true},awake;
var sleepers=[].slice.call(d.querySelectorAll('script[type="${ASLEEP}"]'));
var files=d.querySelector('script[data-files]').dataset.files.split(' ');
function somethingWaits(){try{return localStorage.getItem('${WAITING_MARKER}')}catch(e){}}
function link(rel,file){var l=d.createElement('link');l.rel=rel;l.href=file;if(rel==='prefetch')l.as='script';d.head.append(l)}
function wake(){
if(awake)return;awake=true;
signs.forEach(function(s){removeEventListener(s,wake,options)});
files.forEach(function(f){link('modulepreload',f)});
sleepers.sort(function(a,b){return (a.dataset.kind==='module')-(b.dataset.kind==='module')}).forEach(function(s){
var script=d.createElement('script');if(s.dataset.kind)script.type=s.dataset.kind;script.textContent=s.textContent;d.head.append(script)})
}
signs.forEach(function(s){addEventListener(s,wake,options)});
addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('[data-replay]');if(b&&!w.siteIsAwake)w.clickToReplay=b},true);
if(d.forms.length||somethingWaits()){if(d.hidden)wake();else requestAnimationFrame(function(){setTimeout(wake)})}
else{
var marked=d.querySelectorAll('[data-wake="visible"]');
if(marked.length&&w.IntersectionObserver){var seen=new IntersectionObserver(function(entries){if(entries.some(function(e){return e.isIntersecting})){seen.disconnect();wake()}});marked.forEach(function(m){seen.observe(m)})}
var c=navigator.connection;
if(!c||!(c.saveData||/2g/.test(c.effectiveType)))addEventListener('load',function(){(w.requestIdleCallback||setTimeout)(function(){if(!awake)files.forEach(function(f){link('prefetch',f)})})})
}
})(document,window)`
