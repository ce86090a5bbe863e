/**
 * Concepts as words, spelled as words.ts spells them: English, Tagalog, some Bisaya. `tapos*` stands for every verb of that root
 * (affixes.ts). A name in capitals stands for all words of that concept.
 */
export const concepts: Record<string, string> = {
  // People
  ME: 'ko ako i im ive ill id me kung akin sakin saakin nako koy',
  MY: 'my ko aking akong nako',
  SELF: 'sarili myself kaugalingon',
  OTHER:
    'siya sya sila cla sha xa ka kayo kau niya nya nila mo nyo niyo si sina mga yung ung iyong yun itong tong ito lahat yong natin tayo ' +
    'kang siyang silang nimo siya niyang',
  THEY: 'siya sya sila cla sha xa ka kayo kau si sina mga tayo you u he she they',
  PERSON:
    'friend friends bestfriend bff mom dad mama papa brother sister cousin ex bf gf boyfriend girlfriend boss kaaway neighbor classmate ' +
    'classmates tita tito kuya ate pinsan kaibigan kaklase kapitbahay nanay tatay lola lolo anak idol crush teacher prof kapatid tropa ' +
    'jowa asawa kasama katrabaho character bida tao people someone somebody kakilala pasyente student estudyante baby pusa aso lalaki babae tiyo tiya tiyuhin tiyahin ninong ninang kumpare kumare uncle aunt auntie officemate roommate kabarkada',
  KIN: 'papa mama lolo lola nanay tatay kuya ate daddy mommy dad mom tay nay pa ma itay inay ama ina anak asawa father mother son daughter kapatid bunso grandma grandpa',
  LORD: 'lord god panginoon diyos jesus papajesus ginoo',
  NOONE: 'nobody noone anyone anybody everyone everybody world they family kids anak sila pamilya lahat',

  // Wishing, meaning to, refusing
  WISH: 'want wish hope hoping wishing pray praying prayed need gusto sana unta nais nanaisin hangad pangarap hiling dasal dalangin ganahan gugustuhin ginusto rather crave craving longing dream prefer hinihiling dinadasal pinagdadasal ipinagdarasal pinagdarasal dinarasal ipinagdadasal nagdarasal nagdadasal nagdasal ipinapanalangin ipinagdarasal nananalangin panalangin hinihingi',
  READY:
    'ready handa nakahanda naghahanda desidido decided deserve waiting wait naghihintay hinihintay nagaantay inaantay hintayin antayin buo lakas should must dapat better kailangan kinakailangan inihanda hinanda naihanda karapat nararapat',
  INTEND:
    'going plan planning plans ready decided trying try tried almost attempted considering contemplating balak binabalak nagbabalak plano pinaplano ' +
    'nagpaplano tangka tinangka tinatangka nagtangka muntik subukan sinubukan sinusubukan susubukan nagtry itry might will started imagining imagine',
  PLAN: 'plan planning plans planned decided scheduled balak binabalak nagbabalak plano pinaplano nagpaplano nakaplano intend desidido',
  THINK:
    'think thinking thought thoughts consider isip* naiisip iniisip naisip naisipan nakakaisip nagiisip sumasagi sumagi pumapasok utak ideation idea ideya tempted tukso natutukso boses voices bumubulong fantasize fantasizing fantasies daydream daydreaming',
  URGE: 'urge urges feel craving itching wanting gigil pigilan mapigilan mapigil cant stop keep tempted relapse relapsed relapsing started',
  NOT: 'hindi ayaw dili dont not never didnt cant cannot wont wouldnt shouldnt isnt aint wasnt werent arent huwag wag wala idw hadnt havent',
  REFUSE: 'ayaw dont idw cant cannot refuse suko sumuko susuko sumusuko ayoko kapoy gikapoy gikapoyan',
  WEARY:
    'pagod tired sawa sawang sick done exhausted bored nakakapagod nakakasawa nakakatamad nakakaumay kapoy gikapoy kakapoy napapagod napagod drained exhausting tiring',
  LOST: 'wala walang nawalan nawawalan no without lose lost any little single makita nakikita mahanap',
  REASON:
    'gana ganang dahilan dahilang rason silbi saysay kwenta kuwenta point sense purpose lakas reason reasons will desire halaga kabuluhan meaning motivation use',

  // Dying, living, waking
  DIE:
    'mamatay matigok mategi mategok matepok matodas madedo madeds madeads matsugi machugi matsugay mamaalam die dead dying madedbol ' +
    'mamatayin matay magdie madie kamatayan deads madedz matodas',
  DEATH: 'death dying kamatayan pagkamatay mamatay',
  DEAD: 'patay mamatay mamamatay namatay dead die died dying deds matigok',
  SUI:
    'magpakamatay magpapakamatay pagpapakamatay nagpakamatay suicide suicide* kikitilin magbigti magbibigti pagbibigti nagbigti magpatiwakal magpapatiwakal ' +
    'pagpapatiwakal maglaslas maglalaslas paglalaslas magpasagasa magpapasagasa pagpapasagasa maghikog maghihikog maghikog naghikog ' +
    'overdose overdosing overdosed overdose* magod magood magoverdose maod magkms magkikms magsui sui unalive unalive* magbitay magbibitay magpakalunod magpapakalunod maglason ' +
    'maglalason agpakamatay magbaril magbabaril magkill suicidal hikog magpabangga magpabundol magpatihulog magpapatihulog maghang sumuicide magpalunod magpapalunod magpahulog magpapahulog magpakahulog magpapakahulog magpabaril magpapabaril magpakuryente magpapakuryente naglason',
  DIDSUI:
    'nagpakamatay nagsuicide nagbigti nagoverdose naoverdose nagpatiwakal naghikog nagbaril sumuicide naglason',
  WILLSUI:
    'magpapakamatay magsusuicide magbibigti magpapatiwakal maglalaslas magpapasagasa maghihikog magooverdose magkikms maglalason maghikog magbabaril magpapatihulog magpapalunod magpapahulog magpapabaril',
  LIVE: 'mabuhay mabuhi live living alive nabubuhay nabuhay exist existing magexist mageexist mabubuhay maglive exist*',
  ALIVE:
    'mabuhay mabuhi live living alive nabubuhay exist existing magexist mageexist mabubuhay maglive exist*',
  BREATHE: 'huminga breathe breathing humihinga',
  WAKE: 'wake waking wakeup woke magwake maggising magising magigising gumising nagising nagigising gigising dumilat gisingin mumulat magmulat makamata mabuksan idilat imulat woken',
  BORN: 'pinanganak ipinanganak isinilang nabuhay born nabuo naipanganak pinagbuntis binuhay ipanganak sinilang nagexist existed iniluwal ipinagbuntis magpapapanganak',
  SLEEP:
    'mamahinga matulog makatulog tulog sleep matutulog natutulog pumikit ipikit magpahinga pahinga makapagpahinga rest asleep makakapagpahinga makapagpapahinga mamamahinga magpapahinga',
  FOREVER: 'habambuhay forever panghabambuhay tuluyan tuluyang permanently permanent eternity magpakailanman',
  STAY: 'stay manatili magpatuloy keep continue go magstay tumagal lumaban',
  WORLD: 'mundo world earth planet planeta buhay life existence daigdig kalibutan kinabuhi',
  EARTH: 'mundo world earth planet planeta daigdig kalibutan mundong',
  LIFE: 'buhay life existence kinabuhi suffering misery paghihirap pagdurusa',

  // Going, ending
  VANISH:
    'mawala maglaho disappear vanish magdisappear madisappear mabura maerase madelete erased deleted cease mawawala maglalaho lumisan lisanin mamaalam magvanish disappearing vanishing nonexistent nabura naglaho mapawi',
  LEAVE:
    'umalis aalis leave leaving lisanin lilisanin iwan iwanan iiwan iiwanan lumisan exit logout magexit maglogout maglog magleave kumawala makawala escape makaalis quit out magquit bumitaw',
  PARTING: 'nagpaalam magpapaalam magpaalam nagpapaalam mamaalam mamamaalam pamamaalam namaalam',
  LETGO: 'bumitaw bibitaw binitawan bitawan bitiwan bibitiwan let letting',
  END: 'matapos tapos* tuldok* wakas* kitil* end ending endin kunin kukunin taposin bawi* putol* suko* isusuko tapuson erase delete iend ieend mag-end magend finish tinapos tapusin tuldukan tutuldukan tinuldukan itigil ititigil ends',
  GONE: 'patay mawala nawala mamatay namatay wala die died gone dead disappear disappeared mawawala mamamatay exist here alive',

  // Hurting oneself
  HURT:
    'laslas* hiwa* kudlit* sugat* paso* sunog* kalmot* saksak* saktan sasaktan sinasaktan sinaktan suntok* sampal* untog* tusok* hati* bugbog* kagat* sakal* ' +
    'bigti* barilin babarilin binaril lason* lunod* bitay* ihulog patayin papatayin pinapatay pagpatay pananakit ikill kill unalive parusa* isabit isasabit sabunot* pukpok* gilit* tarak* cut cutting cuts cutted ' +
    'lalaslas nagcut nagcucut nagkacut magcut magcucut kinucut kinukat cinucut icut ' +
    'burn burning burned burnt hurt hurting harm harming harmed scratch scratching scratched punch punching punched hit hitting bang banging slap slapping starve starving ' +
    'bruise slit slitting slash slashing carve carving stab stabbing bite biting bleed bleeding choke choking punish punishing bleeds bitayin kitilin kikitilin bangga* hampas* papatay papatayin pumatay carved slashed',
  SELFDO:
    'kill killing killed hang hanging hanged shoot shooting shot unalive unaliving unalived off offing drown drowning poison poisoning neck necking ' +
    'strangle suffocate murder overdose stab stabbing stabbed',
  CUTME:
    'nagcut nagcucut nagkacut magcut magcucut laslas naglaslas naglalaslas maglaslas maglalaslas nagcucutting nagselfharm magselfharm sh selfharm',
  WOUND: 'hiwa laslas cuts scars kudlit',
  CARVE: 'cut cutting slit slitting slash slashing carve carving burn burning carved slashed',
  BODY: 'pulso braso wrist wrists hita kamay balat skin arm arms thigh thighs veins leeg throat forearm ugat',
  HEAD: 'ulo head sentido temple skull brain mouth bibig noo bungo',
  WALL: 'pader wall dingding semento',

  // Means and places
  BLADE: 'blade blades razor razors cutter kutsilyo knife gunting scissors labaha',
  ROPE: 'belt sinturon kable lubid rope noose tali pisi',
  GUN: 'baril gun pistol bala bullet gatilyo trigger',
  POISON: 'lason zonrox muriatic pesticide bleach clorox racumin hilo cyanide pamatay insecticide baygon',
  PILLS:
    'gamot pills pill meds tableta tabletas medicine paracetamol capsule capsules medication sedatives tablet tablets antidepressants antidepressant sertraline biogesic tylenol sedative',
  HOARD:
    'ipon* tabi* tago* naitabi naitago naipon stockpile stockpiling stockpiled hoard hoarding hoarded saving saved stash stashed stashing collecting collected hiding hid nakatago',
  LOTS: 'number enough whole handful maubos ubusin ilang lahat sobra sobrang dami marami maraming madami madaming bote all bottle isang bunch sapat buong banig sabay sabaysabay everything overdose sampung dalawampung tatlumpung apatnapung limampung twenty thirty forty fifty',
  DRINK:
    'nakainom kainin kakain inom* laklak* lunok* lagok* swallow swallowing swallowed take taking took down drink drinking drank ubusin uubusin inubos tungga*',
  SIP: 'nakainom kainin kakain inom* laklak* lunok* lagok* swallow swallowing swallowed drink drinking drank tungga*',
  HEIGHT:
    'tulay bridge building rooftop roof bintana window bangin cliff overpass footbridge flyover balcony condo floor palapag terrace ledge fire escape exit railing parapet gusali bubong',
  ROAD: 'riles mrt lrt tren train truck bus jeep sasakyan kotse car traffic kalsada highway edsa motor rails tracks jeepney trak kalye',
  JUMP: 'jump jumping tumalon tatalon talon tumatalon pagtalon magpatihulog magpapatihulog lundag lumundag tumalon lulundag ihulog magpahulog magpapahulog',
  LIEDOWN: 'humiga hihiga mahiga nakahiga lie lying lay humarang haharang',
  STEP: 'step stepping walk walking run running throw throwing jump jumping walked stepping',
  STARE:
    'nakatitig titig tinititigan tinitigan titigan pinagmamasdan nakatingin stare staring looking tinitingnan',
  STRUCK:
    'masagasaan mabangga mabundol maaksidente masaksak mabaril tamaan atakihin bangungutin malunod magkacancer macoma masasagasaan maligis mahagip sagasaan banggain',
  STRIKES: 'hits hit runs run crashes crash kills ran explodes swerves',
  FLAME: 'lighter cigarette match sigarilyo yosi posporo plantsa kandila',

  // Ways of saying when, how, how good
  EASIER:
    'mas much gagaan gumaan giginhawa sasaya matatahimik mabubuti better easier happier best mapapabuti gaganda masaya magaan okay ok maganda maayo relieved buti mabuti maigi bumuti matutuwa makakabuti makakaluwag luluwag maluwag maayos aayos lighter richer mapapanatag',
  PEACE:
    'sarap masarap easy easier better peace peaceful payapa tahimik katahimikan pahinga rest relief escape option answer solution solusyon sagot paraan way ginhawa kalayaan freedom beautiful comforting calm takas lusot choice makakatapos makakapagpatigil',
  MISS: 'magsisisi makakaalam mawawala matatahimik sasaya maalala iiyakan babaha iiyak malulungkot mamimiss makakamiss magluluksa hahanap maghahanap masasaktan makakapansin manghihinayang maaalala pupunta care cares notice miss cry sad matutuwa magiging magbabago mapapansin papansinin malulungkot mapansin news balita mababalita regret pagsisisihan',
  GRAVE:
    'kabaong hukay libingan puntod sementeryo nitso grave coffin casket cemetery underground morgue libing',
  NUMBER: 'number digit',
  HOW: 'paano pano panu how paraan way ways',
  AGE: 'number sixteen seventeen eighteen nineteen twenty thirty forty fifty debut beinte bente trenta treinta kwarenta birthday kaarawan pasko christmas graduation',
  METHOD:
    'mabilis masakit sakit madali payapa painless painlessly easiest fastest quickest quick easy painful pinakamadaling pinakamabilis agad',

  // Words that change the meaning of others
  MANNER:
    'nagpapanggap nakatago palihim iba kasinungalingan magisa takot anino nakaraan expectations panloloko lihim',
  OVERDONE:
    'tawa katatawa kakatawa gutom inggit kilig hiya kahihiyan antok init lamig selos pagod boredom bored bagot inip kaba nerbyos cringe takot gigil sarap ' +
    'saya tuwa uhaw cute kacutan ganda kagandahan gwapo kagwapuhan pogi kapogian taba laughter laughing embarrassment embarassment hunger heat thirst ' +
    'curiosity excitement happiness jealousy shame kakahiya secondhand puyat kakain busog suspense kakaiyak cuteness stress gulat kahihintay kakahintay anghang ' +
    'katawa kagutom kauhaw kainit katugnaw nakakagulat ginulat nagulat kakaantay kakakain kakaiyak kakasayaw kakaisip kakatrabaho',
  JOKE: 'char charot chos joke jk lmao lmfao eme emz charing',
  LAUGH: 'haha hahaha hahahaha hehe lol hihi',
  WORK:
    'trabaho work aral pagaaral kakaaral kakatrabaho pagtatrabaho review magreview pagrereview acads thesis gym diet deadline project school training sinehan laro ' +
    'kakalaro kakareview ot overtime',
  GAME: 'game games laro ml codm valo valorant minecraft roblox boss rank ranked lane clash dota genshin wildrift sims dulo ending palabas movie episode pubg level round stage',
  TALE: 'kanta song lyrics pelikula movie series libro book nobela novel palabas drama episode anime kwento tula kabanata eksena scene teleserye news balita',
  ABOUT:
    'awareness prevention squad hotline month week day bomber bombing mission rate rates cases case season attack attacks scene statistics topic issue ' +
    'survivor survivors watch seminar webinar lecture thesis study research wings anghang',
  ACHE: 'sakit hirap bigat lungkot sama gulo dami daming pagod kapagod sikip tagal unfair malas tanga bobo pangit walang sobra sobrang hapdi buhay mundo ending gusto solusyon sagot paghihirap pagdurusa',
}

/** Words without weight. They may stand between any two others. */
export const fillers =
  'ang na nang ng lang pong bad badly naman talaga po ho ba rin din yata ata siguro pa muna sana daw raw pala ay just really so very fucking ' +
  'fckn freaking literally honestly actually sobra to ulit agad ngayon bukas mamaya already anymore sometimes even also bigla biglang tuluyan ' +
  'tuluyang mag ma nga be am do putangina tangina pota puta gago shit man yun the a of on all tonight today tomorrow now soon please pls plss ' +
  'plz maybe probably kinda lowkey highkey legit feeling always palagi lagi laging nalang isang besh bes beh mars guys promise swear still again ' +
  'namin dito nito neto ito time oras ba2 haha huhu tlga seryoso kaayo unta jud gyud gid og akong aking finally ever kanina kagabi minsan good yung is its ngayong gabi rito rn fr frfr tbh ngl srsly'

/** Words that begin another thought. A line may continue after them, an exception may not. */
export const links = 'kasi eh e basta parang tapos pero but because and or kaya'
