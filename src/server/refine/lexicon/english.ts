import { listed } from './listed.ts'

export const englishFrame = listed(`
i i'm i've i'll i'd me my mine myself you you're you've your yours he he's him his she she's her hers it it's its we we're us our they
they're them their the a an this that that's these those there there's here what what's when where who why how which
is are was were be been being am have has had having do does did doing don't doesn't didn't can can't cannot could couldn't will won't
would wouldn't should shouldn't must might isn't aren't wasn't weren't haven't hasn't
and but or because if then than though although while since until unless of in to for with without from by about into over under after
before between through during again not no never always just really very too also only even still already yet
want need feel feels felt think know love hate go goes going went gone get got make made say said see saw come came tell told
good bad sad happy tired alone everything nothing something someone everyone anymore today tomorrow yesterday day time life people
`)

/** English words that look like Tagalog ones. */
export const notTagalog = listed(`
magic magical magician magnet magnetic magnificent magnitude magazine magazines page pages pageant pagan nagging nagged mango mangoes
manga mangle mangled pangs wrong long song songs strong along among belong young hang bang gang rang sang slang lung hung sung rung
stung swung tang fang clang prong throng oblong lifelong headlong sprung wrung strung flung clung slung tong dong gong hong kong ding
boomerang human humans humane humanity humor humorous humid humidity humiliate humiliated humiliating humiliation numerous numeric
numeral lumen luminous tumor humility dining mining lining minute minutes minor minority miniature minimal minimum minister dinosaur
linear lineup sinister sinus sincere pineapple pinot tinier wined winery mineral minerals miner kinetic hindsight ginormous yumi
maintain maintained mainly mainstream nail nailed mail mailed mailing mainland maiden maid maids lining
pangolin mapped mapping maple napalm dumas sumatra summon hinoki sinatra diner dinero binary vinegar tuna memento
mimics mementos titillate
`)
