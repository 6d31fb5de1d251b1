import { LANGUAGE_KEY, LANGUAGES } from '#texts/languages.ts'
import { ARABIC_ADDRESS } from '../addresses.ts'

export const THEME_KEY = 'theme'

/**
 * Runs before anything is drawn, in every browser, whether or not the application wakes:
 * the remembered theme and its switch in the footer; the saved language, which wins over its mirror in the cookie (Product 4.1);
 * and the language links, whose choice is saved before the document is loaded anew.
 */
export const FIRST_SCRIPT = `(function(document,location){
var root=document.documentElement,languages=${JSON.stringify(LANGUAGES)};
function read(key){try{return localStorage.getItem(key)}catch(e){}}
function write(key,value){try{localStorage.setItem(key,value)}catch(e){}}
function save(language){write('${LANGUAGE_KEY}',language);document.cookie='${LANGUAGE_KEY}='+language+';path=/;max-age=31536000;samesite=lax'+(location.protocol==='https:'?';secure':'')}
var theme=read('${THEME_KEY}');if(theme==='light'||theme==='dark')root.dataset.theme=theme;
document.addEventListener('DOMContentLoaded',function(){
var choice=root.dataset.theme&&document.querySelector('input[name="${THEME_KEY}"][value="'+root.dataset.theme+'"]');
if(choice)choice.checked=true
});
document.addEventListener('change',function(event){
if(event.target.name!=='${THEME_KEY}')return;
write('${THEME_KEY}',event.target.value);
if(event.target.value==='system')delete root.dataset.theme;else root.dataset.theme=event.target.value
});
var arabicAddress=${ARABIC_ADDRESS}.test(location.pathname),saved=read('${LANGUAGE_KEY}');
if(arabicAddress)save('ar');
else if(languages.indexOf(saved)>=0&&saved!==root.lang){
save(saved);
var tried;try{tried=sessionStorage.getItem('reloaded');sessionStorage.setItem('reloaded',saved)}catch(e){tried=saved}
if(tried!==saved&&document.cookie.indexOf('${LANGUAGE_KEY}='+saved)>=0)location.reload()
}else try{sessionStorage.removeItem('reloaded')}catch(e){}
document.addEventListener('click',function(event){
var link=event.target.closest&&event.target.closest('a[data-language]');
if(!link||event.button||event.metaKey||event.ctrlKey||event.shiftKey||event.altKey)return;
event.preventDefault();save(link.dataset.language);
var plain=location.pathname.replace(${ARABIC_ADDRESS},'')||'/';
if(plain===location.pathname)location.reload();else location.assign(plain+location.search+location.hash)
});
})(document,location)`
