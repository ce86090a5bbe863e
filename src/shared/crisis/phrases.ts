/**
 * What the check knows, as data. A line is words in their order, as words.ts spells them. Between two of them any `fillers` may stand.
 *   a/b   either        GROUP  one of that group     word?  may be missing
 *   ..    up to three other words                    !word  not among the next two      $  the end of the sentence
 */
export const groups: Record<string, string> = {
  ME: 'ko ako i im ive ill id me kung',
  MINE: 'ko ako my',
  MINDFUL: 'nakakaisip naiisip iniisip naisip naisipan pinaplano binabalak balak plano',
  CUT: 'putulin puputulin kudlitin kinukudlit kinudlit laslasin lalaslasin nilalaslas nilaslas hiwain hihiwain hiwaan hihiwaan hinihiwa hinihiwaan hiniwa hiniwaan sugatan sinusugatan',
  LIGHTER: 'mas much gagaan gumaan giginhawa sasaya matatahimik mabubuti better easier happier best',
  WANT:
    'gusto want willing naghahanda nakahanda gugustuhin ginusto nanaisin nais hangad pangarap hiling hinihiling dasal dinadasal pinagdadasal ipinagdarasal pinagdarasal handa ready dapat kailangan ' +
    'deserve tangka tinangka tinatangka nagtangka subukan sinubukan sinusubukan susubukan nagtry itry natry muntik hinihintay ' +
    'naghihintay inaantay nagaantay nakakaisip naiisip iniisip naisip naisipan pinaplano binabalak balak plano desidido ' +
    'tempted nagbabalak nagpaplano nagiisip',
  WISH: 'want wish hope need deserve pray praying wishing hoping ready should trying tried plan planning',
  URGE:
    'want wish need going plan planning ready trying try tried considering consider about contemplating think thinking thought thoughts ' +
    'decided feel urge urges attempted started starting keep deserve tempted rather should will might could',
  DIE:
    'mamatay matigok mategi mategok matepok matodas madedo madeds madeads matsugi machugi matsugay mamaalam die dead dying ' +
    'madedbol mamatayin matay magdie madie kamatayan',
  SUI:
    'magpakamatay magpapakamatay pagpapakamatay magsuicide magsusuicide pagsusuicide magbigti magbibigti pagbibigti magpatiwakal ' +
    'magpapatiwakal pagpapatiwakal maglaslas maglalaslas paglalaslas magpasagasa magpapasagasa pagpapasagasa maghikog maghihikog ' +
    'magoverdose magooverdose maoverdose magod magood maod magkms magkikms magsui magunalive maunalive magbitay magbibitay magpakalunod magpapakalunod suicide overdose maglason maglalason agpakamatay ' +
    'magbaril magbabaril magkill',
  WILLSUI:
    'magpapakamatay magsusuicide magbibigti magpapatiwakal maglalaslas magpapasagasa maghihikog magooverdose magkikms maglalason ' +
    'maghikog magbabaril',
  LIVE: 'mabuhay mabuhi live living alive nabubuhay nabuhay exist existing magexist mabubuhay mageexist magpatuloy',
  ALIVE: 'mabuhay mabuhi magexist mageexist maglive live exist mabubuhay nabubuhay',
  NOT: 'hindi ayaw dili dont not never didnt cant cannot wont wouldnt',
  BORN: 'pinanganak ipinanganak isinilang nabuhay born nabuo naipanganak pinagbuntis binuhay ipanganak sinilang nagexist existed',
  WAKE: 'wake magwake maggising magising gumising nagising dumilat mumulat magmulat nagigising',
  END: 'tapusin tatapusin wakasan wawakasan kitilin kikitilin kitil kinitil pagkitil pagwakas end ending endin tinapos kunin kukunin taposin iend ieend',
  HARM:
    'bitayin bibitayin ilunod ihulog sinasampal sinusuntok inuuntog tinutusok tutusukin sinusunog pinapaso kinakalmot sasaktin nagsusugat nagsugat sugatin patayin papatayin kitilin kikitilin barilin babarilin saksakin sasaksakin lasunin lalasunin lasonin lunurin lulunurin bigtihin ' +
    'bibigtihin sakalin sasakalin sunugin susunugin saktan sasaktan sinasaktan sinaktan hiwain hihiwain hiwaan hinihiwa sugatan ' +
    'sinusugatan susugatan laslasin lalaslasin kill killin pagpatay pagsaktan pananakit ikill',
  SELFDO:
    'kill killing hang hanging shoot shooting stab stabbing unalive unaliving offing drown drowning poison poisoning ' +
    'harm harming hurting cutting necking strangle suffocate murder',
  WORLD: 'mundo mundong world earth planet planeta buhay life existence daigdig',
  PLACE:
    'tulay bridge building rooftop roof bintana window riles mrt lrt tren train bangin cliff overpass footbridge flyover balcony condo floor palapag truck bus jeep sasakyan',
  POISON: 'lason zonrox muriatic pesticide bleach clorox silver racumin',
  PILLS: 'gamot pills pill meds tableta tabletas medicine sleeping paracetamol capsule',
  LOTS: 'number enough whole handful these every maubos ubusin ilang lahat sobra sobrang madaming maraming dami bote all bottle isang bunch',
  LORD: 'lord god panginoon diyos jesus ama papajesus kamatayan san',
  MISS: 'magsisisi matatahimik sasaya maalala iiyakan babaha iiyak malulungkot mamimiss makakamiss magluluksa hahanap maghahanap masasaktan makakapansin manghihinayang maaalala pupunta care cares notice miss cry sad matutuwa magiging',
  GONE: 'patay mawala nawala mamatay namatay wala die died gone dead disappear disappeared',
  PERSON:
    'friend friends bestfriend bff mom dad mama papa brother sister cousin ex bf gf boyfriend girlfriend boss kaaway neighbor classmate classmates tita tito ' +
    'kuya ate pinsan kaibigan kaklase kapitbahay nanay tatay lola lolo anak idol crush teacher prof kapatid tropa jowa asawa kasama ' +
    'katrabaho character bida tao people someone somebody kakilala pasyente',
  OTHER:
    'siya sya sila cla sha xa ka kayo kau niya nya nila mo nyo niyo si sina sila mga yung ung iyong yun itong tong ito lahat yong natin tayo ' +
    'kang siyang silang',
  HURT: 'sakit sakit2 hirap bigat lungkot sama gulo dami daming pagod kapagod sikip tagal unfair malas tanga bobo pangit walang sobra sobrang hapdi bobo buhay',
  OVERDONE:
    'tawa katatawa kakatawa gutom inggit kilig hiya kahihiyan antok init lamig selos pagod boredom bored bagot inip kaba nerbyos cringe ' +
    'takot gigil sarap saya tuwa uhaw cute kacutan ganda kagandahan gwapo kagwapuhan pogi kapogian taba laughter laughing embarrassment ' +
    'embarassment hunger heat thirst curiosity excitement happiness jealousy shame kakahiya secondhand puyat kakain busog suspense kakaiyak cuteness stress',
  WORK: 'trabaho work aral pagaaral kakaaral kakatrabaho pagtatrabaho review pagrereview acads thesis gym diet deadline project school training sinehan laro kakalaro kakareview ot overtime',
  GAME: 'game games laro ml codm valo valorant minecraft roblox boss rank ranked lane clash dota genshin wildrift sims dulo ending palabas movie episode',
  ABOUT:
    'awareness prevention squad hotline month week day bomber bombing mission rate rates cases case season attack attacks scene statistics topic issue survivor survivors watch seminar webinar lecture thesis study research',
}

/** Little words that change nothing; they may stand between any two others. */
export const fillers =
  'ang na nang ng lang pong bad badly naman talaga po ho ba rin din yata ata siguro pa muna sana daw raw pala ay just really so very fucking ' +
  'fckn freaking literally honestly actually sobra to ulit agad ngayon bukas mamaya already anymore sometimes even ' +
  'also bigla biglang tuluyan tuluyang mag ma nga be am do putangina tangina pota puta gago shit man yun the a of on all tonight today ' +
  'tomorrow now soon please pls plss plz maybe probably kinda lowkey highkey legit feeling always palagi lagi nalang isang besh bes beh mars guys ' +
  'promise swear still again namin dito nito neto ito time oras ba2 hahaha haha huhu lol tlga still actually seryoso'

/** Words that begin another thought: a line may go on after them, an exception may not. */
export const links = 'kasi eh e basta parang minsan tapos pero but because and or kaya'

/** Lines that speak of crisis. */
export const crisis = linesOf(`
  # To die, in Tagalog and mixed
  WANT ME DIE ; WANT na/nang/lang DIE ; gusto/gustong ME .. mamatay ;  sana DIE ME ; sana ME DIE
  sana ME .. namatay ; dapat ME .. namatay ; sana namatay/natigok ME ; sana DIE lang ; DIE lang ME ; DIE ME lang ; DIE sana ME
  mamatay lang kaya/siguro/sana ; DIE lang kaya ME
  mas/buti/mabuti pa? mabuti/okay/ok/maganda/gusto/better/buti/maigi/masaya/pa .. mamatay ; mabuti/buti pa .. mamatay/patay
  sana patay ME ; dapat patay ME ; patay lang sana? ME ; mas mabuti/okay/ok/better .. patay ME ; gusto ME patay
  gusto ME mag? rip ; bakit hindi .. ME .. mamatay/namatay/patay ; bakit hindi .. mamatay/namatay/patay ME
  bakit .. buhay pa ME ; bakit ME .. buhay pa ; bakit pa ME .. BORN ; bakit pa BORN ME ; bakit ME pa .. BORN ; bakit ME nabuhay
  bakit ME nabubuhay ; bakit nabubuhay ME ; sana hindi lang? ME .. BORN/WAKE ; sana hindi .. BORN/WAKE ME
  LORD .. kunin mo/nyo/niyo/na? na? ME ; LORD kunin ME ; kunin .. ME .. LORD ; kunin mo na ME ; kunin na? sana ME ; sana kunin ME
  sana kunin .. ME .. LORD ; LORD sunduin ME ; sunduin mo na ME LORD ; patayin mo/nyo/niyo/ninyo/na lang? ME
  sana patayin .. ME ; sana may pumatay/bumaril/sumaksak/sumagasa .. ME/sakin/akin ; WANT ME .. sumakabilang buhay
  kung/pag/kapag/if/kng namatay/mamatay ME .. MISS ; MISS .. kung/pag/kapag/if GONE ME
  kung/pag/kapag nawala/mawala ME .. MISS ; gusto ME .. unalive ; gusto ME .. matapos .. buhay ko ; unalive ME ; WANT ME .. bawian buhay
  sana bawian .. ME .. buhay ; gusto ME mag? goodbye WORLD
  # To take one's life
  WANT ME SUI ; WANT SUI ; gusto ME .. SUI ; WANT ME mag commit .. suicide ; MINDFUL .. SUI ; WILLSUI ME
  magpakamatay/magsuicide/magbigti/maglaslas/magpasagasa/magpatiwakal lang ; magpakamatay/magsuicide/magbigti/maglaslas ME
  ME WILLSUI ; muntik ME .. SUI ; ME muntik SUI ; suicide lang ME ; suicide ME
  suicide lang? .. solusyon/sagot/option/way/answer/choice/choices/paraan ; mag commit/suicide ME ; SUI lang? ME
  commit suicide ME ; magcommit suicide ME ; WANT ME magcommit suicide ; may suicide/suicidal .. ME
  END .. buhay/life ME/to/ito ; END ME .. buhay/life ; END .. buhay na to/ito
  buhay ko tapusin/tatapusin/wakasan/wawakasan/kitilin/kikitilin ; gusto .. kitilin/wakasan .. buhay
  gusto ME .. tapusin/wakasan lahat ; tapusin/tatapusin/wakasan/wawakasan ME .. lahat
  tapusin/wakasan/tatapusin lang? lahat ; tapusin/wakasan/tatapusin .. paghihirap ko/to ; HARM .. sarili ko ; HARM ko .. sarili
  gusto ME .. saktan/patayin/hiwain/laslasin sarili ; gusto patayin/saktan sarili ; magpatayin sarili ; HARM .. myself
  naglaslas/naglalaslas/naglaslas/nilaslas/naglaslas ME ; laslas .. pulso/braso/wrist/kamay ; laslas ME
  CUT .. pulso/braso/wrist/wrists/hita/leeg
  pulso ko .. CUT ; WANT ME? .. tumalon .. PLACE ; tatalon ME .. PLACE ; tumalon lang .. PLACE
  WANT ME? .. magpatihulog ; magpapatihulog ME ; magpasagasa/magpapasagasa .. PLACE ; WANT ME .. masagasaan
  sana masagasaan ME ; sana mabangga/maaksidente lang? ME
  inumin/iinumin/lunukin/lulunukin/iinom/uminom/ininom/uminom/lumaklak/laklakin/lalaklakin .. LOTS .. PILLS
  iinom/ininom/iinumin/lalaklakin/lalaklak ME .. POISON ; WANT ME? .. uminom/inumin/lumaklak .. POISON
  uminom/inumin lang .. POISON ; barilin/babarilin .. ulo ko ; baril .. ulo ko ; magself harm ; WANT ME? .. self harm
  nag/nagself/naka self? harm ME ; self harm ME ; ME .. self harm/harmed/harming ; self harm/harming again/ulit/lang
  WANT/URGE .. self harm ; lubid .. leeg ko ; magsabit leeg ko
  # Not to live
  pagod/tired/sawa/sawang/suko/kapoy/exhausted/pagodna ME? .. ALIVE/living ; nakakapagod ALIVE ; nakakasawa/nakakatamad ALIVE
  pagod/sawa na ALIVE ; kapoy .. mabuhi ; ayaw ME? ALIVE ; hindi/dili ME? gusto/ganahan/kaya ME? ALIVE
  ayaw ME? na? .. magexist ; ayaw ko na magising/gumising ; hindi ME? gusto ME? magising ; hindi ME? gusto/kaya ME? .. ALIVE
  wala/walang/nawalan/nawawalan ME? .. gana/ganang/dahilan/dahilang/rason/silbi/saysay/kwenta/kuwenta/point/sense/purpose/lakas/reason .. LIVE
  para saan/ano pa .. ALIVE/nabubuhay ; ano pa .. silbi/saysay/point .. mabuhay/nabubuhay
  ano pa .. silbi/saysay/point/kwenta .. buhay ko ; suko/sumuko/susuko/sumusuko ME? sa? buhay/life
  gusto ME .. sumuko sa? buhay ; give/giving/gave/given up on? life/living ; ayaw ko na .. mundo ; ayaw ko sa mundo
  matulog/tulog .. hindi .. WAKE ; pumikit .. hindi .. WAKE ; matulog .. habambuhay/forever/panghabambuhay
  matulog habang buhay ; matulog panghabang buhay ; magpahinga .. habambuhay/forever/panghabambuhay/tuluyan/tuluyang
  magpahinga .. habang buhay ; matulog .. never wake
  # To be gone
  gusto ME mawala ; gusto na mawala ; gusto ME .. maglaho/magdisappear/madisappear/disappear ; sana mawala ME
  mawala lang ME/sana ; LIGHTER .. kung/pag/if/kapag wala na ME ; LIGHTER .. kung/pag/if/kapag mawala ME
  mas .. wala na ME sa? WORLD ; mabuti/buti/better pa? .. wala na ME $ ; sana wala na ME $ ; sana wala ME sa? dito? mundo/earth
  WANT/sana ME? .. mawala/umalis/lumisan/lisanin/iwan/iwanan .. mundo/world ; lilisanin/iiwan/iiwanan ko .. mundo
  paalam .. mundo ; goodbye/paalam cruel? world ; bye cruel world ; goodbye/bye/paalam .. forever ; huling/last .. ko/my .. mundo/earth
  hindi ME .. deserve LIVE ; ME hindi .. deserve LIVE
  # English
  want DIE ; WISH ME? DIE ; rather die ; wish ME was/were/is .. dead ; wish ME .. die/died
  wish ME .. never/not/didnt/wasnt/werent .. born/exist/existed/alive ; hope/pray/wish ME .. die/dead
  should/shouldve/wish ME? .. never .. born ; ME should/shouldve/wouldve .. dead/die/died/aborted ; want death ; let me die
  cant wait die ; deserve die/death ; SELFDO myself ; off myself ; URGE .. hurt/cut/burn/neck/end/drug myself
  hurt/cut/burn myself again ; ME cut myself $ ; end/ending my .. life/existence/suffering/misery ; end/ending it .. all
  END it all ; want/going/ready/about/thinking/planning/plan/of .. end/ending it $ ; take/taking/took my own? life
  took my own life ; kms ; kmsing ; ctb ; URGE .. commit/committing/attempt/attempting suicide
  ME commit/committing/attempted suicide ; commit/committing suicide ME
  thinking/considering/contemplating/planning/thoughts/tried/consider .. suicide ; ME .. suicidal ; suicidal .. ME
  feel/feels suicidal ; suicidal again/thoughts/urges ; my .. suicidal ; my own? suicide ; suicide note/letter
  ME better .. dead/gone ; better off dead/gone ; better .. without me
  better if ME .. die/died/dead/gone/disappeared/disappear/exist/alive/here/existed
  nobody/noone/anyone/anybody/everyone/one/world/they .. MISS .. if ME .. GONE
  if ME .. GONE .. nobody/noone/anyone/anybody/would .. MISS ; dont/not/never want LIVE ; dont want be LIVE
  dont want be here anymore/longer ; dont want be .. world/earth/planet ; no longer want LIVE/here ; dont want wake/wakeup up?
  dont feel like living/existing ; dont deserve LIVE ; dont belong .. world/earth
  tired/sick/done/exhausted/bored of/with? LIVE ; tired/sick/done of/with being alive ; done with life ; tired/sick of life
  no/any/without/lost/lose/little reason/point/will/purpose/desire .. LIVE ; nothing left? .. live for ; hate being alive
  hate living ; not/isnt/aint worth living ; cant/cannot .. live anymore ; cant/cannot keep/go living/on .. living
  whats point .. living/life ; point living ; sleep .. forever ; sleep .. never/not/dont/wont wake/waking
  WISH ME? .. never/not/dont/didnt wake/woke ; jump/jumping off/from/out/in/infront .. PLACE ; URGE .. overdose/od
  ME overdosed ; swallow/swallowing/take/taking/took/down/drink/drinking .. LOTS .. pills/pill/meds/medicine ; bottle pills
  slit/slitting/slash/slashing/cut/cutting/cuts .. my wrist/wrists/throat/arm/arms/thigh/thighs/skin/veins
  bullet .. my head/brain/skull ; gun my head/mouth ; bullet my head ; noose/rope .. my neck ; WISH/want disappear
  ME .. disappear .. forever/permanently/earth/world ; why am? ME .. still? alive ; why ME alive ; ready leave .. world/earth
  leave this world ; leaving this world ; plan .. suicide ; planning my death/suicide/own ; my own death/suicide
  rather be dead ; life .. not worth .. living ; want be dead/gone ; kill me please ; ME cant live/exist anymore
  relapse/relapsed .. cutting/cut/harm/laslas ; cutting again ; hurting myself ; joining lolo/lola/mama/papa .. heaven
  sumunod .. langit/hukay
  ME .. think/thinking/thought about/of suicide ; ME lang sana .. namatay/mamatay ; ME sana .. namatay ; sumama .. kay? LORD
  LIGHTER/best/happier if ME .. die/died/dead/gone/disappeared ; stop existing ; paano/pano/panu/how .. SUI/kms/unalive
  paano/pano/panu/how .. mamatay .. mabilis/masakit/sakit/madali/payapa ; painless/easiest/fastest/quickest/easy way/ways .. die
  isip/isipan/utak ko .. SUI ; pwede/puwede .. mamatay lang? ME ; pwede/puwede lang mamatay ; thinking about/of dying ; want/urge/need/wanting .. cut $
  nagcut .. wrist/wrists/pulso/sarili ; hindi/not worth it? .. mabuhay ; ayaw ko na huminga ; sana .. tumigil .. puso/tibok/hininga
  sana hindi .. tumibok ; mamatay ME? gusto ko ; suicide lang $ ; LIGHTER .. without me ; wish/hope/want/pray someone/somebody .. kill me
  WANT/pray ME .. mamatay ME ; gikapoy/kapoy .. mabuhi
  PLACE .. tatalon lang? ME ; HARM ME sarili
  # The heart of it, with its writer near
  ME .. mamatay ; mamatay .. ME ; gusto .. .. mamatay ; sana .. .. mamatay ; sana .. mamamatay ; ME .. SUI ; SUI .. ME ; gusto .. .. SUI
  want .. .. die ; wish .. .. die/dead ; ME .. .. suicide ; ME .. were/be dead ; kailan .. ME .. mamamatay/mamatay/kukunin ; mas/buti/mabuti .. SUI/mawala/patay
  not/dont/cant/no/stop/hate/nothing/without/never .. LIVE ; being alive .. hurts/exhausting/tiring/painful/hard/punishment ; tired/exhausted being alive
  never/didnt ask/asked/wanted .. born/alive ; wish/want .. vanish/disappear/gone ; want/wish/hope .. stop breathing ; goodbye letter/letters/note/notes/message/video
  last/final/huling goodbye/paalam/letter/liham/sulat ; leave .. world/earth ; lamay/burol/libing/kabaong ko ; come/attend/cry .. my funeral
  end everything ; done/quit living/life ; quitting life ; end .. pain/suffering/misery ; LORD .. take me ; razor/blade/blades/cutter/knife .. skin/wrist/wrists/arm/arms/sarili/pulso
  wakasan/wawakasan/tuldukan .. lahat/buhay/paghihirap/sakit/ito/to/sarili ; kitilin/kikitilin ; bawiin/isuko/isusuko .. buhay ko
  pag/kung/kapag wala na ME , ; pag/kung/kapag wala na ME $ ; pagod/tired/nakakapagod ME? huminga/breathing ; sana hindi .. humihinga
  gusto/sana .. mawala lang ; gusto/sana mawala .. tuluyan/tuluyang ; hindi .. dapat .. BORN/LIVE ; dapat hindi .. BORN ; hindi ko hiniling .. BORN/mabuhay
  pinagsisisihan .. BORN ; bakit .. binuhay ; sana .. pinalaglag/inabort/nalaglag ; sana ME .. kinuha/nawala/kabaong/hukay ; ME .. hindi .. karapat .. mabuhay
  gusto ME .. sumunod .. papa/mama/lolo/lola/nanay/tatay/kuya/ate/daddy/mommy/langit ; makasama .. langit ; ME .. laslas/naglaslas ; gusto ME tumalon $ ; tatalon ME $
  huling gabi/tulog/hininga ko $ ; karapat dapat .. mamatay ; pipiliin .. mamatay/mawala ; kill me god/lord ; save me .. dying
  kamatayan/mamatay/pagkamatay .. sagot/solusyon/paraan/option ; bumili/naghanda/hawak .. lubid/lason ; lubid .. ME ; want out .. life/world
  reason/reasons .. stay alive ; reason/reasons .. keep going/living ; way/ways .. die/kill ; how die ; death/dying .. easier/better/peace/peaceful/escape/option/answer/relief
  crave/want/need/waiting/wait .. death ; end/erase/delete/remove/eliminate myself ; taking/took .. my life ; bleed/bleeding out ; walk/walking into traffic/ocean/sea
  crash my car ; drive off .. PLACE ; gusto/want .. end lahat ; give up .. life/buhay/living ; sana .. disappear/magdisappear/mawala ME ; forever .. tulog ; tulog .. forever
  mag? rest forever/habambuhay ; LIGHTER .. kung/pag/if/kapag dead/patay/namatay/mamatay ME ; better off .. wala ; attempt .. suicide ; nag? attempt ME $ ; nagattempt ME $ ; over/done being alive
  someone/somebody .. kill me
  wish/pray/hope/want .. not/dont/wont/never open my eyes ; gusto/ayaw/sana .. hindi .. dumilat
  magpaalam .. mundo ; imulat .. mata ko ; huling hinga/hininga .. ko/to ; sana tamaan/atakihin/bangungutin/masaksak/mabaril/malunod/mahulog/magkasakit/magkacancer/macoma .. ME
  putulin .. buhay ko ; bala .. ulo ko ; hindi .. dapat .. mundo ; mundo .. pag/kung/if wala ME ; humiga/hihiga/mahiga .. riles/kalsada/highway ; makatulog/tulog/pahinga/makapagpahinga .. habambuhay/panghabambuhay/forever
  gusto/sana .. maerase/madelete ; rope/noose/gun ready ; have .. rope/noose ; how many pills ; out of? my misery ; cease existing/exist ; not supposed .. alive ; sleeping pills .. all/bottle
`)

/** Lines that say something else; what they touch does not count. */
export const exceptions = linesOf(`
  # Exaggeration and idiom
  DIE/SUI/WILLSUI/myself/kms sa/of/from/by/in/dahil/due? .. OVERDONE ; DIE OVERDONE ; SUI/sarili/DIE .. sa .. WORK
  SUI/myself .. WORK ; DIE/SUI sa/in/inside? GAME ; DIE/SUI sa/in .. GAME ; die for ; DIE para ; die with a smile
  DIE try/trying ; die than ; die before ; mamatay kaysa/kesa !ALIVE ; die alone ; die happy ; die hard ; mamatay masaya
  DIE mayaman/yumaman ; DIE virgin/single/old/rich/matanda ; mamatay .. tawa/kilig/gutom/kakatawa/hiya/inggit/antok ; DIE kaka
  dying to ; dead inside ; dead tired/serious/na dead ; dead batt/lowbat/phone/battery ; dead body/kid/stars/by/poets/end
  # Somebody or something else
  DIE/SUI/mawala/ALIVE/WAKE/BORN/namatay/patay/maglaho OTHER ; DIE/SUI/maglaho/ALIVE ang !HURT ; DIE/SUI/mawala ang PERSON
  SUI/DIE ng? PERSON ; OTHER DIE/SUI/WILLSUI/ALIVE ; PERSON ME? .. SUI/suicidal/suicide/DIE/naglaslas/nilaslas/laslas
  my PERSON .. suicidal/suicide/die/dead/DIE ; you/u/they/he/she/people/who/we/mo/ka/siya/niya/nila want DIE/disappear
  may/sino/sinong/mga/daming/dami/taong WANT DIE/SUI ; who want DIE ; sarili mo/niya/nya/nila/natin/nyo/niyo/ninyo
  END .. buhay mo/niya/nya/nila/natin/nyo ; his/her/their suicide ; he/she/they/who/people/someone/nobody URGE .. suicide
  you/u/him/her/them/he/she/they die/dead ; you/u/he/she/they/who/people URGE
  kill/killing yourself/himself/herself/themselves ; mawala ang ; mawala sa !WORLD
  mawala .. isip/utak/puso/buhay/paningin/tabi/piling/feed/account/tropa ; mawala lahat ; mawala ME sa !WORLD
  disappear from/for ; disappear .. social/media/fb/facebook/while/muna ; magdisappear muna/sa ; maglaho muna
  # Not wanting it
  hindi/ayaw/dili ME? gusto? ME? DIE/SUI !lang ; ayaw .. DIE/SUI !lang ; hindi ME? WILLSUI
  hindi ME? .. sabi/sinabi/sinasabi/ibig .. DIE/SUI ; dont/not/never/didnt/wont/wouldnt ME? URGE? DIE/suicide/suicidal/kill/kms
  dont/not/never/didnt/wont/wouldnt ME? URGE? kill/hurt/harm/cut/end myself/my/it ; dont want DIE
  not/never/no/stopped/stop .. suicidal ; takot ME? DIE/SUI ; afraid/scared/fear .. die/dying/dead ; wag/huwag .. DIE/SUI
  dont .. suicide ; not .. deserve die ; hindi dapat DIE ; hindi ME? dapat DIE
  # About it
  suicide/suicidal/harm ABOUT ; anti suicide ; about suicide .. sa/in/for/class/school/film
  called/titled/title/pamagat .. DIE/SUI/myself/suicide
  sabi/sinabi/said/says/told/kwento niya/nya/ni/daw/he/she/raw/nila .. DIE/SUI
  kanta/song/lyrics/pelikula/movie/series/libro/book .. DIE/SUI/suicide/suicidal
  # Living with or without something
  mabuhay sa !WORLD ; mabuhay/live/living .. wala ka/siya/sya/sila/kayo ; mabuhay walang ikaw/wifi/internet/kape/aircon/pera
  live/living/exist with/at/here/there/alone/without/sa/kasama ; live/living in !WORLD ; live/living paycheck
  mabuhay mayaman/mahirap/magisa ; WAKE maaga/early/late/umaga/tanghali ; wake up late/early ; wake up at/for/to
  BORN rich/mahirap/pangit/mayaman/maganda/pogi/with/into/yesterday
  tapusin/tatapusin/wakasan/wawakasan/matapos ME? .. lahat ng !HURT
  lahat ito/to? assignments/requirements/modules/labada/gawain ; end it with ; ending it with ; it all here
  life back/seriously/in/to/savings/insurance
  myself laughing/over/with/trying/off/short/some/slack/loose/shaving/cooking/in/up/a/foot/from
  killing myself for/working/studying/at ; cut myself on/by ; sinasaktan lang ; sinasaktan ko lang
  sarili ko sa/kakaisip/kakastalk/kakaasa/kakahintay/kakamahal/sayo ; number kms
  ilang/ilan/many/few/per/hundred/several/additional kms
  kms away/per/from/ahead/run/ride/takbo/lakad/layo/walk/hike/hr ; sleep forever pag/kapag/during/this
  PLACE para/for swimming/maligo ; disappear into ; kunin mo na ME dito/bukas/mamaya/sa ; paalam muna
  suicidal thoughts? OTHER/you ; you/kayo/ka .. suicidal ; bago/before/hanggang ME? DIE
  world tulog/muna/for
  mamatay mamatay ; SUI/mamatay/DIE na sana? yung/ang/si/ung/mga ; namatay/nagpakamatay .. PERSON ; DIE/mamatay .. iniwan/lungkot? ng/ni PERSON
  gutom/tawa/kilig/inggit/hiya/antok .. mamatay ; want PERSON/him/her/them/it/you die ;  stop living/live in/like/for ; never/not/dont live .. regret/regrets/past/lie
  not/dont/no .. living room/condition/conditions/expenses/cost/wage ; no .. live stream/show/band/music/selling/seller ; live stream/show/selling/concert/now/tonight ; without .. living
  no one .. alive ; feel/feeling/felt/never alive ; not alone ; about mamatay/die ; pain end ; stop .. suicide ; mamatay .. ilaw/wifi/signal/baterya/battery/phone/cellphone/halaman/daga/ipis/lamok
  mamatay man ; hanggang mamatay ; mamatay .. level/round/stage ; used .. die/dead/suicidal/kill/live/suicide ; dati/noon/noong !pa .. DIE/SUI/ALIVE/suicidal/sarili
  akala .. DIE/SUI ; hindi ME .. suicidal ; buti hindi .. SUI/DIE ; glad/thankful/grateful/happy .. alive/live ; salamat .. buhay/mabuhay ; lalaban .. mabuhay ; gusto ME pa? ALIVE
  hindi ko .. hahayaan/itutuloy/itinuloy/tinuloy .. DIE/SUI ; wouldnt/never/wont .. kill/suicide ; gusto ko pa mabuhay
  hanggang/bago sa? ME? DIE ; natatakot ME? DIE/SUI
  magpakalunod/magpapakalunod sa
`)

/** A line ends at a semicolon or with its row; rows with a # say what follows. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((row) => !row.trim().startsWith('#'))
    .flatMap((row) => row.split(';'))
    .map((line) => line.trim())
    .filter(Boolean)
}
