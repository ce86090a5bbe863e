import { linesOf } from './lines.ts'

/** Lines with the same spelling and another meaning. Words that an exception touches do not count. */
export const exceptions = linesOf(
  // Exaggeration and idiom
  `
    good/better to let go ; bangkay ng/ni ; afraid/scared/takot/natatakot ... not/hindi .. WAKE ;    DIE/SUI/myself/kms/VANISH/sarili sa/of/from/by/in/dahil/due? .. OVERDONE ; DIE/SUI/VANISH OVERDONE
    DIE/SUI/myself/sarili sa/in/at/from/of/with/by/over .. WORK ; SUI .. WORK ; tawa/kilig/gutom/hiya/inggit/antok/init .. DIE
    DIE/SUI/HEIGHT sa/in/inside/challenge? .. GAME ; DIE .. JOKE ; mamatay/mamamatay ME .. LAUGH ; magpakamatay lang LAUGH ; DIE for ; DIE para
    die with a smile ; DIE try/trying ; die before ; DIE young ; kaysa/kesa/than mamatay/die ; ikamamatay
    die/mamatay than/kaysa/kesa !PERSON !ALIVE !WAKE !makita !harapin ; die alone ; die happy ; die hard ; mamatay masaya/masarap ; DIE mayaman/yumaman
    DIE virgin/single/old/rich/matanda ; DIE kaka ; dying to ; dead inside ; hope to die ; cross my heart ; peksman ; dead tired/serious/na dead
    dead batt/lowbat/phone/battery/body/kid/stars/poets/end/line/set/weight/center ; mamatay/mamamatay man ; dead by daylight
    patay ME kay/nito/pag/kapag ; live forever ; mundo/world ng/of ; fall in/asleep/for ; mahulog .. kanya/sayo/loob ; crush ... DIE ; mamatay mamatay
    mamatay kung mamatay ; hanggang sa? mamatay/kamatayan ; pwede/puwede .. mamatay , ; can die .. happy ; pagod sa
    JUMP .. saya/tuwa/joy/pool/dagat/swimming/ref ; jumping jacks/rope ; pasasalamat ; SUI pang ; pang SUI ; mission/wings/squeeze SUI
    suicide .. ang? .. magdrive/traffic/commute/biyahe/magbiyahe/magcommute ; suicidal .. traffic/driver/cute ; suicidal pa cute ; gulat .. DIE
    akala .. DIE/SUI ; muntik .. DIE/STRUCK/malunod !SUI
  `,
  // Somebody or something else
  `
    DIE/SUI/mawala/VANISH/ALIVE/WAKE/BORN/namatay/patay OTHER !sarili ; HURT siya/sya/niya/nya/nila/him/her/them
    mamatay/namatay/VANISH/ALIVE ang !ACHE !pahinga !tanging !paraan ; DIE/SUI/mawala/HURT ang PERSON ; SUI/DIE ng? PERSON
    THEY DIE/SUI/WILLSUI/ALIVE !ME ; PERSON ME? SUI/suicidal/suicide/mamatay/dead/naglaslas/nilaslas/laslas !ME
    PERSON ME? .. committed/attempted/nagattempt/nagpakamatay/naglaslas/nagsuicide/nagbigti ; my PERSON .. suicidal/suicide/die/dead/DIE
    you/u/they/he/she/people/who/we/mo/ka/siya/niya/nila want/wants DIE/disappear/SUI
    may/sino/sinong/mga/daming/dami/taong/maraming/balita/nabalitaan .. WISH? SUI OTHER ; taong/kabataang/estudyanteng .. DIE/SUI
    may tumalon/nagbigti/nagpakamatay !ME ; kilala ME? .. SUI/CUTME ; who .. suicidal ; who want DIE ; sarili mo/niya/nya/nila/natin/nyo/niyo/ninyo
    END .. buhay mo/niya/nya/nila/natin/nyo ; his/her/their/your suicide/life/own
    he/she/they/who/people/someone/nobody INTEND/THINK/want .. SUI/kill/die ; you/u/him/her/them/he/she/they die/dead
    you/u/he/she/they/who/people feel/feeling/INTEND/THINK/URGE ; mo/ka/mong SUI/mamatay ; joke .. mamatay ; mawala ang ; mawala sa !WORLD
    VANISH .. isip/utak/puso/paningin/tabi/piling/feed/account/tropa/group/gc/chat ; mawala lahat ; mawala ME sa !WORLD ; disappear from/for/into
    disappear .. social/media/fb/facebook/while/muna ; magdisappear muna/sa ; maglaho muna ; mawala muna/saglit ; VANISH .. week/day/month/weekend/linggo
    kunin .. crush ; kunin mo na ME dito/bukas/mamaya/sa ; kunin .. mo .. sa ; take me to/out/home/back/there/with ; isama .. palengke/mall/lakad
    namatay/nagpakamatay .. PERSON ; DIE/mamatay .. iniwan/lungkot ng/ni PERSON ; DIE/mamatay ng/ni PERSON ; DIE nung/noong/when tinawag/called
    patay/dead/mamatay .. ilaw/wifi/signal/baterya/battery/phone/cellphone/halaman/daga/ipis/lamok/insekto/tv/aircon/suga/virus/corrupt/magsinungaling
    SUI .. ipis/lamok/daga/langgam/spider/gagamba/insekto/mosquito/cockroach
  `,
  // Not wanting it, no more
  `
    once want .. END/DIE/kill ; no longer want DIE/kill/SUI ; havent/never/stopped/dont .. self harm/harmed ; harm free ; harmed ... year/years/months
    asked/ask/asking/tinanong .. SUI ; wala/walang ME? balak/plano/intensyon/plan .. SUI/DIE ; no plan/plans/intention .. SUI/DIE/kill
    hindi/never/not ME? THINK .. SUI/DIE ; hindi ME? HURT ; hindi ME? susukuan ; overdose/naoverdose/maoverdose sa/on !gamot !pills !meds !sleeping
    hindi/ayaw/dili ME? gusto? ME? DIE/SUI !lang ; ayaw .. DIE/SUI !lang ; hindi/not ME? WILLSUI ; hindi ME? .. sabi/sinabi/sinasabi/ibig .. DIE/SUI
    dont/not/never/didnt/wont/wouldnt ME? INTEND/WISH/THINK/URGE? DIE/suicide/suicidal/kill/kms
    dont/not/never/didnt/wont/wouldnt ME? INTEND/WISH/THINK/URGE? kill/hurt/harm/cut/end myself/my/it ; dont want DIE
    not/never/no/stopped/stop .. suicidal ; dont .. suicide ; not .. deserve die ; hindi ME? dapat DIE ; hindi dapat DIE ; wag/huwag .. DIE/SUI/HURT
    hindi ME .. suicidal ; buti hindi .. SUI/DIE ; hindi ko .. hahayaan/itutuloy/itinuloy/tinuloy .. DIE/SUI ; wouldnt/never/wont .. kill/suicide
    natatakot/takot/afraid/scared/fear/scares ME? of? DIE/SUI ; used .. die/dead/suicidal/kill/live/suicide/hurt/cut/harm
    dati/noon/noong/before/years !pa .. DIE/SUI/ALIVE/suicidal/sarili/HURT ; NUMBER years/year/months/days/taon/buwan/araw clean/sober
    clean from .. harm/cutting ; hindi/not/stopped/tumigil ME? na? .. CUTME ; NUMBER .. taon/buwan/years/months .. hindi .. CUTME/HURT/SUI
    taon .. hindi CUTME/HURT ; glad/thankful/grateful/happy .. alive/live ; salamat .. buhay/mabuhay ; lalaban .. mabuhay ; gusto ko? pa ALIVE
    gusto ko pa mabuhay
  `,
  // About it, or told of
  `
    suicide/suicidal/harm ABOUT ; anti suicide ; tungkol/talk/talked/discussed/topic/euthanasia .. SUI/DIE
    called/titled/title/pamagat .. DIE/SUI/myself/suicide ; TALE .. DIE/SUI/suicide/suicidal/mamatay ; DIE/SUI .. sabi .. TALE/bida ; SUI .. TALE
    sabi/sinabi/said/says/told/kwento niya/nya/ni/ng/he/she/raw/nila/pari/father .. DIE/SUI ; kasalanan daw/raw .. DIE/SUI ; DIE , sabi/said/paulit
    SUI/DIE ang topic ; DIE/SUI .. sabi niya/ng/ni ; kung/if .. naiisip/iniisip/you/ka/mo .. SUI/END !ME ; if you .. END/DIE/SUI
    JUMP/STRUCK OTHER/ang !sarili ; STRUCK .. yung/siya/si/ang/ex ; PERSON ME? JUMP ; bungee JUMP ; bumangga/sumagasa .. kanya/OTHER ; nakakatakot ... DIE
    JUMP ng PERSON ; kinagat/HURT ME? ng/ni PERSON/lamok/ipis/araw ; jumped .. water/sea/cat ; JUMP .. cliff .. diving
    DRINK .. PILLS .. time/daily/schedule/nireseta/niresetang/prescribed/para/for/reseta/doctor/doc/maintenance/vitamins ; my/her/his/their PERSON .. DEATH/DIE
    pagkamatay/kamatayan/death/dying ni/ng/of ; his/her/their/cause .. death ; mga SUI/DIE ; suicide ang topic/tema/usapan ; SUI niya/nila
    ayaw/gusto na? niyang/niya .. ALIVE/DIE ; sabi ,? niya .. ALIVE/DIE ; documentary/film/book/article/post/talk .. SUI
    buhay ofw/estudyante/adulto/single/office/probinsya/maynila/kolehiyo/may ; could HURT myself ; para/parang/mukha/mukhang/itsura ME? .. bangkay ; acne/surgery/stretch/pimple/bulutong scars/marks/peklat ; HURT .. sarili .. katangahan/nananaginip/magising
    sarili ME? pag/kapag hindi ; DIE yata/ata ; DIE .. pila/traffic/lamig/init ; sunduin mo? ME mamaya/bukas/dito/sa/diyan/airport/school
    last/huling day/araw/gabi .. exam/exams/work/klase/school/office/sem/burol/lamay/dorm/trabaho/camp/finals
    STRUCK .. tadhana/swerte/lotto/kidlat/pagibig ; ALIVE/SUI/DIE/WOUND/HURT/laslas ng/ni/si PERSON ; PERSON .. uminom/drank/took/overdosed/swallowed
    play/karakter/character/role/multo .. SUI/CUTME ; liham/sulat/letter ko? sayo/mahal ; DIDSUI !ME ; death penalty/sentence/note/metal/row/star
    nagcut/magcut/nagcucut ME? ng !BODY !sarili ; GRAVE ni/ng PERSON ; sumunod/susunod .. KIN sa !langit !hukay !kabilang
    burn .. BODY .. sun/beach/sunscreen/araw ; many/people DIE ; VANISH ME .. isip
  `,
  // Living with or without something, waking at some time
  `
    ALIVE .. MANNER ; WAKE .. until/hanggang ; die my? hair/buhok ; mabuhay sa !WORLD !ganito !ganitong !katawan !hiya !kahihiyan !takot !lungkot !sakit
    mabuhay/live/living/mabubuhay .. wala/without ka/siya/sya/sila/kayo
    ALIVE .. walang/without/wala .. ikaw/wifi/internet/kape/aircon/pera/rice/kanin/coffee/milktea/music/tubig/phone ; mabuhay ayon/para/tulad/bilang
    live/living/exist near/far/close/malapit/with/at/here/there/alone/without/sa/kasama/by/up ; live/living in !WORLD ; live/living paycheck
    mabuhay mayaman/mahirap/magisa/tahimik/simple ; mabuhay .. ayon ; paano .. mabuhay
    WAKE .. maaga/early/late/tanghali/alas/shift/trabaho/pasok/school/klase/work/class/alarm/NUMBER ; WAKE up? .. time
    WAKE up? with/for/to/sick/hungry ; wake/woke/waking up? at ; late/maaga/tanghali .. WAKE ; WAKE si ; ayaw ME? na? muna ; WAKE sa bangungot/panaginip/tabi/tunog/ingay ; BORN .. OVERDONE/maganda/pogi/gwapo
    BORN na? panganay/bunso/babae/lalaki/bakla/morena/mahirap/breadwinner/ganito
    BORN rich/mahirap/pangit/mayaman/maganda/pogi/with/into/yesterday/short/to/sa/matangkad ; rest in/day ; death .. topics ; death topic/class
    SLEEP forever after/pag/kapag/during/this ; SLEEP .. FOREVER ,? .. puyat/antok/thesis/exam/finals/shift ; puyat .. SLEEP
    sleep/lie/rest .. forever after ; huminga ,? .. baho/amoy/siksikan ; BREATHE .. mask/baho/amoy/tawa ; living/live .. lie ; live .. regret/regrets/lie
    never live ; not/dont/no .. living room/condition/conditions/expenses/cost/wage ; no .. live stream/show/band/music/selling/seller
    live stream/show/selling/concert/now/tonight/band ; LIVE .. minimum/sahod/maynila/manila ; no one .. alive ; feel/feeling/felt/never alive ; not alone
    stop .. suicide ; life back/seriously/in/savings/insurance ; magpatuloy sa !WORLD ; pain end ; stop living .. like/for/in
  `,
  // Ending, cutting, hurting in other ways
  `
    END ME? .. lahat ng !ACHE ; lahat ito/to? assignments/requirements/modules/labada/gawain ; end/ending it with ; it all here
    END .. relasyon/relationship/subscription/chapter/kabanata/series/season/finale ; chapter .. LIFE
    END .. report/module/assignment/requirements/labada/thesis/project/trabaho/kurso/college/araw/shift/exam ; END week ; matapos na? lahat
    ends tonight ,? .. finale/series/season/sale/promo
    myself laughing/over/trying/off/short/some/slack/loose/shaving/cooking/up/a/foot/from/playing ; myself .. cooking/shaving/playing/mattress/chair
    cut .. BODY on/while ; killing myself for/working/studying/at ; cut myself on/by ; hurt/hurting myself .. stalking/scrolling/reading/loving/playing
    sinasaktan lang ; sarili ko sa kakaisip/pagiisip/ex/alak/pagasa/pagmamahal ; sarili ko kakaisip/kakastalk/kakaasa/kakahintay/kakamahal/sayo/kakabasa
    cut/cutting/nagcut/magcut .. klase/class/classes/hair/buhok/bangs/tela/papel/ties/contact/budget/carbs/sugar/video/cake ; cutting classes/class/board/costs
    HURT .. habang/while .. nagluluto/nagluto/cooking/plantsa/naglalaro/playing/chopping ; nadapa ; HURT .. paso/plantsa/tuhod .. nadapa/nahulog
    attempt .. sa/board/exam/level/pagluluto ; nagattempt ME? magbake/magluto/mag ; attempt ME? .. sa/exam/bake/cook/recipe/run
    ROPE .. sampayan/camping/regalo ; BLADE .. shave/pangshave/art/project/kusina ; DRINK .. para/for sa? tb/ubo/lagnat/sipon/fever/cough/doctor
    farewell/goodbye letter/note .. boss/work/sofa/team/office/old/house/car ; NUMBER kms ; ilang/ilan/many/few/per/hundred/several/additional kms
    kms away/per/from/ahead/run/ride/takbo/lakad/layo/walk/hike/hr ; HEIGHT para/for swimming/maligo ; jump off/bridge .. challenge ; paalam muna
    EARTH ,? tulog/muna/for ; bago/before/hanggang sa? ME? DIE ; kung/if/when/pag ME? mamatay/die ME? sino/play/patugtugin/gusto/icremate
    kung/if/when/pag ME? mamatay/die ME? , .. sino/play/patugtugin/icremate ... ko ; magpakalunod/magpapakalunod sa
    wala na? ME sa/diyan/dyan/sayo !EARTH ; gone to/for/until ; suicidal thoughts? OTHER/you ; you/kayo/ka .. suicidal
  `,
)
