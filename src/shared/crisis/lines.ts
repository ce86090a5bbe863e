/**
 * What is said of oneself, as data. A line is words in their order, as spellings.ts spells them. Between two of them any `fillers` may stand.
 *   a/b   either      NAME  a word of that concept (lexicon.ts)      word?  may be missing      !word  not among the next two
 *   ..    up to three other words      ...  up to eight      $  the clause ends here
 * Lines are parted by semicolons and rows.
 */
export const linesOf = (...texts: string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split(/[;\n]/))
    .map((line) => line.trim())
    .filter(Boolean)

/** Lines that speak of crisis by themselves. */
export const crisis = linesOf(
  // I wish to die
  `
    WISH ME? .. DIE !OTHER ; WISH .. ME .. DIE ; sana .. patay/namatay ME ; READY ME? .. mamatay/die/dead/patay/death/kamatayan ; DIE .. ME .. gusto
    gusto ME patay ; DIE ME? gusto ME ; sana/dapat/unta ME .. namatay/patay/kinuha ; sana/dapat namatay/natigok/patay ME
    mamatay lang kaya/siguro/sana/unta? ; DIE sana ME ; ME .. mamatay ; mamatay .. ME ; ME .. were/be/was/are dead ; let me die
    cant wait .. die ; THINK .. DIE/DEATH ; WISH ME? .. death/kamatayan ; DIE .. isip ko ; pwede/puwede .. mamatay/patay lang? ME?
    ME deserve/should/shouldve/wouldve/couldve .. dead/die/died/aborted ; die in my sleep ; kailan .. ME .. mamamatay/mamatay/kukunin
    bakit hindi .. ME .. mamatay/namatay/patay/kunin/kinukuha ; gusto ME mag? rip ; gusto ME .. bawian buhay ; sana bawian .. ME .. buhay
    WISH ME .. sumakabilang buhay ; hinihintay .. kamatayan/mamatay ; tagal .. kamatayan ko ; waiting .. die/death ; part .. wants? die
    wanting .. die ; HOW .. mamatay/die .. METHOD ; METHOD .. HOW .. mamatay/die ; way/ways/paraan .. die/mamatay
    INTEND .. MY? death/kamatayan/pagkamatay .. MY ; INTEND my death
  `,
  // God, the dead or somebody may take me
  `
    LORD .. kunin/sunduin/isama ME ; kunin/sunduin ME .. LORD ; kunin mo/nyo/niyo na ME $ ; kuhaon .. ME ; isunod .. LORD ; LORD ... isunod ME
    sana kunin ME ; sana kunin/kinuha .. ME .. LORD ; ME .. sana kinuha/namatay/nawala ; sunduin/isama .. ME .. langit/heaven
    sumama .. kay? LORD/langit ; umuwi kay? LORD ; LORD .. take me $
    sumunod/susunod/susundan/sundan/follow ... GRAVE ; sumunod/susunod/susundan/sundan .. KIN/langit/hukay/heaven .. langit/hukay/kabilang/heaven ; gusto ME .. sumunod .. KIN
    sundan .. KIN .. langit ; makasama .. KIN .. langit/kabilang ; kasama/makasama .. langit ; join/joining/with .. KIN .. heaven
    want/going be .. KIN .. heaven ; see you .. next/other/another life ; susunod na? buhay lang ; susunod ... kabilang buhay
    coming to you .. tonight/soon ; sana may pumatay/bumaril/sumaksak/sumagasa .. ME ; someone/somebody .. kill me ; kill me please/god/lord
    patayin mo/nyo/niyo/ninyo/na lang? ME ; sana patayin .. ME
  `,
  // To take one's life
  `
    SUI .. ME ; ME .. SUI ; WISH .. SUI ; INTEND .. SUI ; THINK .. SUI ; SUI .. THINK ; SUI lang ; HOW .. SUI/kms/unalive ; HOW .. kill yourself
    SUI .. PEACE ; commit/committing/attempt/attempted/planning .. suicide ; suicide again/ulit/note/letter/thoughts ; feel/feeling .. suicidal
    suicidal again/thoughts/urges/na ; SELFDO myself ; ME kill/killing/killed/off myself ; kms ; nag? attempt ME
    nagattempt ME/ulit/naman/again/$ ; attempt/attempted ME ; ME attempted again/to/suicide
    second/third/another/last/first/my/pangalawang attempt .. kagabi/ko/failed/night/survived ; survived my attempt
    sabik/naiinip/inip/excited/eager/atat .. DIE/DEATH ; take/taking/took my own? life ; END .. MY LIFE ; MY LIFE .. END ; END ME .. LIFE ; END .. LIFE MY/to/ito ; END .. sariling? LIFE ko
    gusto .. END .. LIFE ; hindi/ayaw .. ituloy .. buhay ; LIFE ko .. END ; ayaw ME? .. ituloy .. buhay ; hindi .. itutuloy .. buhay
    want/wish .. my life .. over ; END ME? .. sarili/myself ; end/ending/end it .. all ; END it all ; LIFE ... WISH .. it .. end
    end everything ; want/going/ready/about/thinking/planning/plan/of/im/be .. end/ending it $ ; end/ending .. LIFE
    ending it tonight/now/today/soon/weekend ; gusto ME .. END lahat $ ; WISH .. END lahat ; END ME? .. lahat .. sarili ; END ME .. lahat $
    END .. lahat $ ; wakasan/wawakasan/tuldukan/tutuldukan .. lahat/buhay/paghihirap/sakit/ito/to/sarili ; END .. paghihirap/pagdurusa
    END my .. LIFE/pain ; end .. pain/suffering/misery ; mamamatay .. sarili .. kamay ; dont/cant see myself .. LIVE
  `,
  // To hurt oneself
  `
    HURT .. SELF ; SELF .. HURT ME? $ ; CUTME ME ; ME .. CUTME ; WISH .. CUTME ; INTEND .. CUTME
    magself/nagself/naself/nagseself/magseself harm ; sui na ; naglaslas/naglalaslas/maglalaslas/lalaslas/nagcut naman/ulit
    dig/digging .. BODY ; BODY .. till/until/hanggang .. bleed/bleeds/magdugo ; BLADE ... gamitin/gagamitin/use .. BODY/SELF
    self harm/harmed/harming .. ME/again/ulit/lang ; ME .. self harm/harmed/harming ; WISH/INTEND/URGE/THINK .. self harm ; CARVE .. my BODY
    HURT ME .. BODY ; HURT .. BODY ko ; BODY ko HURT ; laslas/CUTME .. BODY ; HURT .. HEAD ko/my .. WALL
    banging/hitting/bang my head .. until/again ; WISH/URGE .. cut/cutting $ ; URGE .. cut/burn/cutting/hurt again/myself/ulit/too/now/so
    HURT myself ; relapse/relapsed/started/start/back/to .. cutting ; cutting again ; WOUND .. BODY ko ; WOUND .. my BODY
    fresh/new/more cuts/scars .. my ; cuts/scars .. fresh/new ; may? bago/bagong .. hiwa/laslas/kudlit/peklat .. BODY/ko
    puro/dami hiwa/laslas/kudlit/peklat .. BODY ; BLADE .. BODY/SELF ; BLADE .. calling/whispering/tumatawag ; hinahanap .. blade
    STARE .. BLADE/noose/lubid/baril/lason ; hawak .. blade/cutter/razor/labaha/lubid/lason ; bleed/bleeding out
    HURT .. until/till/hanggang .. bleed/bleeds/dumugo/magdugo/dugo/bruised/mamanhid
    ME cut too? deep ; malalim .. hiwa ko
    WISH/deserve .. bleed/duguin ; relapse/relapsed/nagrelapse .. cut/harm/sh/laslas/hiwa
  `,
  // Means, heights, roads
  `
    GUN .. HEAD ko/my ; GUN .. my HEAD ; barilin/babarilin/putok/pinutok/ipuputok/iputok/itutok/itututok .. HEAD
    kung/if/may/had .. GUN .. tinapos/patay/dead/pinutok/sarili ; ROPE ready/handa/nakahanda ; nakahanda/naghanda .. ROPE ; have .. noose
    ROPE .. leeg/neck/kisame/ceiling ; DRINK .. LOTS .. PILLS ; DRINK .. PILLS .. LOTS ; SIP .. POISON ; WISH/INTEND/THINK .. SIP? POISON
    how many pills ; bottle pills ; sleeping pills .. all/bottle ; PILLS ... inumin/iinumin/swallow .. lahat/all/everything
    gamot/pills .. nakakamatay/mamatay/die ; gamot/pills .. hindi .. magising
    binilang/binibilang/counted/ilang .. PILLS ... enough/kasya/sapat ; count/counted/counting/saving/hoarding/ipon* .. pills
    inipon/naipon/iniipon .. PILLS .. iinumin/inumin/lahat/sabay/sabaysabay ; WISH/INTEND/THINK .. JUMP .. HEIGHT/ROAD
    JUMP lang? ME .. HEIGHT/riles ; ME .. JUMP .. HEIGHT/riles ; HEIGHT .. JUMP ME/lang ; HEIGHT .. ME/THINK JUMP ; JUMP lang ME dito/$
    riles/mrt/lrt/tren/train .. JUMP ; INTEND/THINK/WISH .. tumalon/jumping/magpatihulog/lumundag/magpahulog ; tatalon ME $ ; gusto/iniisip/naiisip ME .. tumalon $
    boses .. tumalon/talon ; easy/dali/kadali .. tumalon/jump ; edge .. HEIGHT ; LIEDOWN .. riles/kalsada/highway/edsa/tracks/traffic/road
    STEP .. front/infront .. ROAD ; STEP .. harap .. ROAD ; maglakad/maglalakad/lalakad .. gitna .. ROAD ; walk/walking into traffic/ocean/sea
    gusto ME .. maglakad/lumakad .. dagat/sea .. hindi ; WISH/THINK/imagine/imagining/keep .. crash/crashing/drive/driving .. into/my
    drive/driving/crash .. car/motorcycle/myself .. wall/tree/bridge/off ; WISH ME .. STRUCK ; WISH STRUCK .. ME ; WISH STRUCK
    hope/wish/pray .. ROAD .. STRIKES/hit/run/crash .. me ; hope/wish/pray ... accident .. die ; wish/hope .. plane .. crash/crashes
    lunurin/lulunurin .. sarili ; gilid .. HEIGHT ; INTEND/THINK/WISH .. step/stepping off ; swerve/swerving .. ROAD
    ME HURT ... purpose/intentionally/sinasadya/sinadya ; humarang/haharang .. truck/bus/tren/train
    HEIGHT to? jump
  `,
  // Not to live
  `
    WEARY ME? .. LIVE/BREATHE ; WEARY .. being alive ; ayaw/refuse/kapoy/gikapoy ME? .. ALIVE/BREATHE
    dont/cant/cannot/idw see? myself? be? ALIVE/BREATHE ; cant/cannot .. keep/go living/on
    NOT ME? .. gusto/ganahan/kaya/kayang/want/deserve/feel/belong/worth/able/interested/plan/planning ME? .. ALIVE/BREATHE
    NOT .. WISH .. be? here/alive anymore/longer/tomorrow ; dont/not/no want .. be .. EARTH/alive ; no longer want LIVE/here ; idw LIVE
    want/wish/rather .. not LIVE ; hindi .. deserve/dapat/sana/karapat .. LIVE/nabuhay/BORN ; hindi/dili/wala .. mabuhay/mabuhi
    stop/hate/quit/quitting/nothing .. living/live ; not be? alive ; never .. live past ; ME NOT exist ; NOT/stop existing ; ME .. not exist
    being alive .. hurts/exhausting/tiring/painful/hard/punishment ; hate being alive ; wont be? alive ; worth more .. alive/dead
    LOST .. REASON .. LIVE ; dont/not .. reason/reasons/purpose .. LIVE ; shouldnt be? alive/here ; LOST .. REASON .. STAY .. alive/EARTH/living
    LOST .. REASON .. ipagpatuloy .. buhay ; whats point .. LIVE ; point .. living/alive ; nothing left? .. live for ; nothing left ... EARTH
    lost .. will .. live ; hindi ko .. nakikita/makita .. REASON .. LIVE/pa ; ano pa .. REASON .. LIVE ; para saan/ano pa? .. ALIVE/nabubuhay
    hindi/not worth it? .. LIVE ; life .. not worth .. living ; REASON/only/dahilan .. hindi/havent/not/never .. SUI/kill/tinatapos/tinapos
    bakit .. buhay pa ME ; bakit ME .. buhay pa ; bakit pa ME .. BORN/ALIVE ; bakit pa BORN ME ; bakit ME pa? .. BORN/nabubuhay
    bakit nabubuhay ME ; bakit .. binuhay ; why am? ME .. still? alive ; why .. still alive ; sana hindi lang? ME? .. BORN
    sana hindi .. BORN/humihinga/tumibok ; NOT/never ask/asked/wanted .. born/alive
    wish .. never/not/didnt/wasnt/werent/wouldnt .. BORN/exist/existed/alive ; should/shouldve .. never .. born
    ikinasusuklam/pinagsisisihan/regret/nagsisisi .. BORN/being/born ; sana .. pinalaglag/inabort/nalaglag/abort/aborted
    shouldve/should/wish .. aborted me ; hindi ko hiniling .. BORN/mabuhay ; dapat hindi .. BORN/LIVE
    REFUSE ME? na abutan/umabot/maabutan/abutin ; REFUSE ME? .. abutan/umabot .. pasko/kaarawan/birthday/NUMBER/bukas/bagong
    ayaw ME? na makita/abutan bukas ; dont want .. see tomorrow ; planned .. live past ; ayaw ME? na dumating bukas
    give/igive/giving/gave/given up .. LIFE/living ; suko/sumuko/susuko/sumusuko/isuko/isusuko ME? sa? buhay/life ; done/quit living/life
    quit/magquit/logout/maglogout/exit/magexit .. life/buhay/EARTH ; hindi ko .. kaya .. ipagpatuloy .. buhay ; want out .. life/world
    out of this life/world
  `,
  // Not to wake, not to breathe
  `
    WISH ... hindi/never/not/dont/wont/didnt/wouldnt/huwag/wag/dili .. WAKE
    hindi/dili/huwag/wag na ME? magising/gumising/gigising/magigising/dumilat/makamata
    hindi/dili .. magising/gumising/makamata bukas/kinabukasan/ugma ; never/not/dont/wont wake up? ever/again/tomorrow/$ ; without waking
    SLEEP ... NOT .. magising/gumising/wake/waking/nagigising/magigising/dumilat ; ayaw ME? na WAKE ; hindi ME? gusto ME? na? WAKE
    dont want .. wake/wakeup up? .. !early ; nagising/wake/gising/woke pa/up/still .. sayang/sana/alive/disappointed/nakakadismaya
    disappointed .. wake/woke/alive ; nakakadismaya .. nagising ; SLEEP .. FOREVER ; FOREVER .. SLEEP ; SLEEP habang? buhay
    huling tulog/gabi/hininga/hinga/umaga ko $ ; huling tulog ; REFUSE .. imulat .. mata
    wish/pray/hope/want/gusto/sana .. not/dont/wont/never/hindi .. open .. eyes ; WISH .. puso/heart/tibok .. tumigil/stop/huminto
    WISH/sana .. tumigil/huminto/stop/titigil/stops .. puso/tibok/hininga/heart/huminga/breathing/tibukin ; ayaw/hindi ME? .. huminga
    sana hindi .. sumikat ; stop existing/being/breathing
  `,
  // To be gone
  `
    gusto/sana/want ME VANISH ; gusto na? VANISH ; WISH ME? could/would/to? VANISH ; sana VANISH ME ; mawala lang ME/sana ; LEAVE .. EARTH
    WISH ME LEAVE .. LIFE to/ito ; erased/delete/deleted/mabura .. existence/EARTH ; cease existing/exist ; not supposed .. alive
    dont belong .. EARTH ; ayaw ko na? sa? mundo ; ayaw .. mundo
    EASIER ... kung/pag/if/kapag/when/without wala/mawala/mawawala/nawala na? ME $ ; EASIER .. kung/pag/if/kapag wala na ME
    EASIER .. kung/pag/if/kapag mawala ME ; EASIER ... wala ME? na? ME? sa? dito? EARTH ; sana wala na? ME $ ; EARTH .. pag/kung/if wala ME
    ME .. disappear .. FOREVER/earth/world ; mabuti/buti/better pa? .. wala na ME $
    VANISH ME .. EARTH ; wala na ME .. EARTH ; FOREVER ME? VANISH
  `,
  // Better dead, and who would weep
  `
    EASIER .. patay/mamatay ME ; EASIER ... kung/pag/if/kapag .. DEAD na? ME/$
    EASIER/fine ... if/when/once/after ME .. dead/die/died/killed/dead ; EASIER .. ME .. patay/mamatay/dead/gone/disappeared/exist/existed/killed
    better off dead/gone/wala ; EASIER ... if/kung ME .. wasnt/werent/not here/alive/around ; EASIER .. without me !in ; EARTH .. EASIER without me ; DEATH .. PEACE
    PEACE .. DEATH ; kamatayan lang ; sarap .. mamatay/patay na ; only way/escape/option/rest/choice .. DEATH/SUI
    DEATH .. only way/escape/option/rest/choice ; rather .. dead/die ; naiinggit/inggit/envy/jealous .. patay/dead/namatay/die
    silbi/pakinabang/worth .. patay/dead ; mas/buti/mabuti/mabuti pa? .. mamatay/SUI/patay/nawala
    kung/pag/kapag/if/kng/when namatay/mamatay/mamamatay/patay/mawala/mawawala/nawala ME ... MISS ; kung/pag/kapag wala na ME ... MISS
    MISS .. kung/pag/kapag/if/when .. ME? GONE ME? ; NOONE .. MISS .. if/when ME .. GONE ; MISS .. kung/pag/kapag GONE ME
    if/when ME .. GONE .. NOONE/would/will .. MISS ; kung namatay/mamatay ME ngayon/bukas ; mangyayari kung mamatay/mawala ME
    lamay/burol/libing/kabaong/puntod ko ; come/attend/cry .. my funeral
    favor .. dying/die
  `,
  // The grave; how long it takes, how it feels
  `
    GRAVE .. PEACE/pahinga/payapa/makakapagpahinga/rest ; WISH/belong/hinihintay/magpahinga .. GRAVE ; GRAVE .. hinihintay/bagay ; six feet
    magpahinga .. lupa ; payapa/tahimik/katahimikan .. patay ; sarap maging? patay na ; EASIER/sana/baka ... hindi lang ME LIVE
    patay .. katahimikan ; hurt/hurts/painful .. SELFDO/die yourself? ; long/high/much ... to die
    gaano/ilang/ilan ... bago/para mamatay ; how many .. to die ; HOW .. ME .. mamatay/mamamatay
    find/found/makita/makikita/hanapin/nakita/natagpuan/matagpuan/matatagpuan .. body/katawan ko ; find .. my body ; ME .. bangkay/nakabitin
    one/isang cut/hiwa/kalabit/talon/jump/bala/hakbang/step .. over/tapos/matapos/END
  `,
  // Left to chance or to others
  `
    sana may bumangga/bumundol/sumagasa ; hoping/hope/wish/want .. get/be hit by/$ ; hope/wish/sana .. kills/kill me
    sana .. papatay/ikamatay/pumatay .. ME ; sana .. pinatay .. ME ; sana .. nakunan ; favor .. if ME .. died/dead ; if ME died
    only way ... if ME die ; world .. not/wont .. miss me ; hindi ME? dapat/deserve ME? .. EARTH ; pagkakamali/mistake/mali .. nabuhay/BORN
    matagal ME wala .. EARTH ; LORD ... huwag/wag mo/nyo/niyo? na? ME gisingin ; huwag/wag mo na? ME gisingin .. LORD ; LORD .. dont let me wake
    KIN .. hintayin mo ME ... sumunod/susunod ; wala/walang na? gisingan ; sleep .. never .. get up ; WEARY ME? WAKE ; about/of ending it
    WISH ... my last day/night ; WISH ... last/huling day/araw/gabi/night ko/to/ito ; ito huling/last araw/gabi/day/night ko/my $
    existing/living/breathing .. exhausting/hurts/tiring/painful ; alagaan/pakialagaan/bahala/care ... pag/kung/kapag/when wala na ME
    only alive because ; duwag .. buhay/SUI/mamatay ; going die tonight/tomorrow/there ; kung? JUMP lang ME .. dito
  `,
  // As well dead as alive
  `
    wouldnt mind .. DIE ; wouldnt mind .. NOT .. WAKE ; kung/if/pag .. DIE ME? ... okay/ok/fine/bahala
    okay/ok/fine .. kung/if/pag mamatay/mamamatay/die/died ME ; sana/ayaw .. hindi .. umabot/abutin/abutan/maabutan umaga/bukas/pasko
    dont/no want tomorrow ; unfair/nakakainis/sayang/kainis/bakit/duwag/nakakahiya .. humihinga/buhay pa ME
    alive/breathing .. unfortunately/sadly ; no right .. live/alive/exist ; give/donate/idonate my? life/buhay ko? .. someone/somebody/who/iba
    nagising na naman ME? sayang ; patay na ME bukas/mamaya ; bukas/mamaya patay na ME ; tonight ME die ; ME die tonight
    mamamatay ME mamaya/bukas/ngayong ; aalis/lilisan/mawawala ME ... huwag/wag/dont .. hanapin/look ; PARTING .. EARTH/buhay
  `,
  // Done to oneself, and looked for
  `
    BLADE .. itinapat/itapat/tinutok/itinutok/nakatutok/tutok/nakalagay .. dibdib/BODY ; sugat/peklat/WOUND ... ME gawa/gumawa
    ME gawa/gumawa .. sugat/peklat/WOUND ; nakakagaan .. HURT/nasusugatan
    inuuntog/inuuntoguntog/pinupukpok .. HEAD ; google/googling/search/searching/nagsesearch/research/researching/naghahanap ... die/mamatay/SUI
    how to die ; methods/method to? die/mamatay ; POISON .. METHOD ; taas/kataas/floor/HEIGHT .. sigurado/siguradong patay
    one/isang JUMP/step/hakbang .. free/wala/off/ledge ; JUMP ko wala ; riles/tracks .. hinihintay/waiting/hintayin
    WISH/waiting .. ROAD .. hit/run/sumalpok/bumangga/sumagasa/bumundol .. ME ; sana bumagsak/magcrash .. eroplano
    sana barilin/saksakin/lasunin/patayin .. ME ; barilin/saksakin mo/nyo/niyo/ninyo .. ME ; please end me ; end me please/pls/$
    choose/choosing/pick .. DEATH
    hindi ME? .. balak/plano .. umabot/LIVE ; urge/urges/fight .. die/mamatay/SUI ; telling/tells/sinasabi .. ME .. die/mamatay/kill
    WISH ... huling/last birthday/pasko/christmas ko/to/ito ; sana ito huling/last birthday/pasko/araw/gabi ; maging buhay
  `,
  // Decided: how, when, with what heart
  `
    PLAN .. DIE ; date/day/petsa/araw/oras .. my? death ; petsa/araw/oras .. kamatayan ko ; my SUI ; DEATH only thing/one ; being dead
    courage/guts/nerve/tapang/loob .. DIE/SUI/kill/tumalon ; courage/guts/nerve/tapang/loob .. END it/everything/my/MY? LIFE ; brave .. DIE/SUI
    ME papatay/tatapos/kikitil .. SELF/sakin/akin/LIFE ; ME papatay/tatapos/kikitil ... sarili ; meet my maker
    painless/painlessly/painful .. way/ways ; lethal/fatal/deadly dose ; how much/many PILLS .. takes/kill/fatal/mamatay/magising
    ilang/gaano .. PILLS ... hindi/mamatay/magising/patay ; fantasize/daydream/imagine/THINK .. my .. funeral ; THINK .. burol/lamay/libing ko
    nakatutok/tutok/tinutok/itinutok/tutukan .. HEAD ; malamig .. bangkay ; POISON .. isang/one SIP ; labi/bibig/lips/mouth ... lason
    suicide .. my .. plan
  `,
  // Not to grow older, not to come out alive
  `
    hindi .. nakikita/makita/maimagine/naiimagine/maisip .. sarili ... umabot/aabot/tatanda/tumanda/tatagal/mabuhay/buhay
    dont/cant/cannot/never/not see myself ... turning/reaching/past/at/being/hitting AGE ; dont/cant/cannot/never see myself .. growing/getting/being old/older/alive
    NOT .. plan/planning/intend/expect/expecting/want/going/think .. turn/turning/reach/reaching/hit/hitting/be AGE !forever
    NOT .. plan/planning/intend/expect/expecting/want/going .. see/seeing/around/here .. AGE ; wont/not .. see my .. AGE ; wont/not .. make .. my .. birthday/AGE
    hindi .. umabot/aabot .. trenta/beinte/bente/kwarenta/eighteen/twenty/thirty ; hindi .. umabot/aabot .. birthday/kaarawan ko ; live to see .. plan
    hindi ... lalabas/uuwi/makakauwi/aabutan/abutan/maabutan/maaabutan .. buhay $ ; wont/not/never .. find/see .. me alive ; wont/not/never .. leave/leaving .. alive
    wont .. breathing ; pag/kapag/kung/when/time ... hindi ME humihinga/buhay ; time .. you/u/they .. read/see/find/hear ... dead/gone/breathing/alive/wala/patay
    mababalitaan/mabalitaan/maririnig ... wala/patay/namatay ME ; hear .. ME dead/gone/died ; bukas .. balita .. ME ; mababasa/read ... ME nawala/wala
    huwag/wag/hindi ME? sikatan/abutan araw/umaga/bukas ; no/not .. tomorrow for me ; SLEEP ... sana .. ito huli/last ; ayaw .. tumira .. EARTH
  `,
  // If I fell, if I drowned; chance that was missed
  `
    if/kung ME? JUMP/jumped ... MISS/notice ; kung/if/pag .. LETGO .. HEIGHT/palapag/go ; if ME let go ... over/HEIGHT/fall
    LETGO .. railing/HEIGHT ; HEIGHT .. paa/leg/foot ; paa/leg/legs/foot .. over railing/ledge/HEIGHT ; lulusong/lusong/lumusong/swim/swimming/walk/lalangoy ... hindi/not/cant .. back/lalangoy/babalik/aahon/come/return
    sana .. natuluyan/matuluyan ME ; sana .. may cancer/taning/sakit .. mabilis/mamatay/kunin ; sana .. may cancer .. ME ; cancer .. take/takes/kunin .. me/ako
    should/shouldve/sana .. been me .. DEAD/grave/buried ; wish/hope .. attempt/suicide/pills/overdose .. worked/succeeded/killed ; sana nagtagumpay/natuloy/gumana .. pagtatangka/attempt ME
    sana .. pagtatangka/attempt .. nagtagumpay/natuloy ; beses .. ME nagtangka/attempted $ ; WISH .. buried/ilibing/mailibing/malibing .. beside/next/with/tabi/katabi/together
    bury me !in ; ME .. in/into/under ground $ ; never .. been/being born ; taking/take/giving/give/returning .. life you/u gave ; buhay ko .. mawawala ; mawawala .. buhay ko $
  `,
  // Cut again, hidden, burnt
  `
    ME cut again $/NUMBER/last/deep/after/in/yesterday/my/deeper ; cut again last/deeper/$ ; naghiwa/naghihiwa/nagkudlit/nagsugat ulit/naman ME? $
    nagdudugo/dumudugo/bleeding .. BODY ; BODY .. nagdudugo/dumudugo/bleeding ; HURT my BODY raw/open/because/again
    press/pressing/pressed/put/putting/idinikit/idinidikit/dinidikit/dinikit .. FLAME .. BODY
    clean ... cut/cutting/blade/razor/laslas ; relapse/relapsed ... blade/razor/laslas/BODY/cuts
    lines .. my BODY ; makita .. dugo ko
    HURT .. my? own face/head/body/leg ; bang/banged/smash/smashed my head .. till/hard ; maubos .. dugo ko ; dugo .. BODY ko ; blade .. karamay/kaibigan/comfort/better/friend
  `,
  // Asked of God, of the dead and of oneself
  `
    why/bakit ... ME not/cant .. DIE ; why/bakit .. not/cant/hindi ME? .. DIE/dead ; LORD ... pahingahin/bawiin .. ME/LIFE ; bawiin/kunin mo/nyo/niyo .. buhay ko
    langit/heaven lang ME ; malapit/mamaya/soon/tonight .. magkita/magkikita/magkasama/makakasama/see ... langit/heaven ; see you .. soon .. heaven ; see you ... heaven .. tonight/soon/mamaya ; PLAN .. see .. new year
    if/when/kung/once ME stopped/stop breathing/existing/living ; kung/pag/kapag/if DEAD ME bukas/mamaya/tonight/tomorrow/ngayong ; hirap ME mabuhay
    check/checking/checked out .. life/buhay/EARTH ; EASIER ... not being here/alive/around ; not being here/alive/around ... EASIER ; EASIER .. my funeral
    LOST .. dahilan/reason/rason/silbi .. WAKE ; REFUSE ME? .. makita/abutan/maranasan/marating .. bukas ; hiling/hinihiling/dasal/wish ... hindi abutin/abutan/umabot
    pray/hope/wish/want/WISH .. heart attack ;  hope/hoping/wish .. ME crash/crashed
    fail/failed/failure/nabigo/palpak .. DIE/SUI ; SUI .. palpak/nabigo ; stop/stopped/hindi/ayaw ... eating/kumakain/kumain ... die/mamatay ; ending me
    ROPE .. naputol/snapped/broke ; naputol/snapped/broke .. lubid/rope .. buhay/alive ; leeg/neck .. ROPE ; lason/zonrox/POISON .. kape/inumin/tubig/juice/pagkain .. ko
    isang/one hakbang/step .. ,? .. tapos/wala/patay/over
  `,
  // Things that were got ready, marks that were left
  `
    kung/if ... GUN ... matagal ; marka/marks/bakas .. BLADE ; BODY .. full/puno/puro .. cuts/scars/hiwa/laslas/marks/kudlit ; HURT ME katawan ME ; fresh/sariwa .. cuts/hiwa/laslas ME
    blade/razor/cutter/noose/rope/gun/pills/baril/lubid .. my hand/hands ; blade/razor/cutter/noose/baril/lubid .. kamay ko ; noose .. my/closet/ko ; my noose ; cutting only/calms/helps/relieves
    kamatayan/death .. WISH ME ; ME .. hiling/gusto .. kamatayan ; lugar .. talunan ; umaasa/hoping/sana .. babangga/mababangga ; picture/imagine/see/nakikita .. my body .. water/ground/river/floor
    would/will it hurt ... GUN/jump/die/less ; tomorrow comes ... disappointed ; before/bago ME jump/tumalon/tatalon $ ; train/tren/mrt/lrt ... step forward/off ; hope/wish/sana .. hit and run
    WISH .. log out FOREVER ; living/mabuhay WEARY ; STEP .. onto tracks/riles/freeway/highway ; sana hindi ME? nakaligtas/nabuhay ; HURT my HEAD ... until/till
    kamatayan/death .. tumatawag/tinatawag/calling ; puso ko .. ,? gusto .. tumigil ; tumigil ... paghinga/tibok ko ; para ... pag/kapag namatay ME $ ; how come .. still? breathing/alive
    hindi .. umabot/aabot .. ko birthday/kaarawan ; HEIGHT ... para tumalon ; lubid/rope/noose/baril/gun o/or PILLS/POISON/ROPE/JUMP ; PILLS/POISON/blade o/or ROPE/GUN/POISON/JUMP
    sarili .. kamay .. mamatay/mamamatay ; buhay ME .. parusa ; alive/living .. torture ; ME .. susunod .. ililibing/mamamatay ; keep/kept/carry/nagdadala .. blade/blades/labaha
    hope/wish/sana .. ME NOT survive/survived/makaligtas/nakaligtas ; LORD .. takes me $ ; drowning/dying/freezing/falling sounds/seems/looks/feels .. PEACE
    ready/nakahanda/inihanda yung? rope/lubid/noose/lason ; PLAN .. last/huling birthday/pasko/christmas
  `,
  // Farewell from the world
  `
    paalam/goodbye/bye cruel? sa? EARTH ; goodbye/bye cruel ; huling/last .. ko/my .. EARTH ; last night .. EARTH
    hanggang dito lang .. buhay/mundo/EARTH
    suicide/goodbye/farewell letter/letters/note/notes/message/video .. my/for/family/pamilya/anak/mama/kids/ko $
    writing/write/wrote/written/nagsulat .. goodbye/farewell letter/letters/note/notes ; liham/sulat .. pamamaalam
    huling liham/sulat/habilin .. ko ; wrote/sulat/written my? .. goodbye/suicide/note $ ; final goodbye/letter/words
    my last goodbye/letter/words/message ; nabasa/binabasa/read/reading .. to/ito/this ... wala/patay/gone/dead na? ME?
    this .. ill/im .. gone/dead ; wala na ME bukas $ ; bukas wala na ME $ ; pag/kung/kapag wala na ME $ ; pipiliin .. mamatay/mawala
    ends/end everything .. tonight ; it ends tonight
  `,
)

/** Lines that count even beside a denial. */
export const certain = linesOf(`
  boses/voice/voices/demons !ni !ng !of ... JUMP/SUI/mamatay/die/kill/patayin/saksakin/myself ; sabi/says utak/isip ko ,? JUMP/mamatay/SUI/die
  karapat dapat ME mamatay ; LOST .. REASON .. not .. kill/SUI/die ; REASON .. not/havent/hindi .. ended/done/END it/everything/lahat/LIFE
  kung/if wala/walang/not lang? for? .. patay/dead/SUI ME? ; bakit hindi ME mamatay ; sana .. bumangga/mahulog/bumagsak/sumabog/tumaob .. sinasakyan ; dying/die/end .. by my own hand/hands ; why ME not dead ; harapin .. kamatayan ; ME tatapos ... sa sarili ; itago/tago*/takpan/tinatakpan/makita/mapansin .. laslas/kudlit/hiwa ko ; hide/hiding/cover/covering/show/see .. my cuts/scars ; take me with you ,? KIN ; masakit ba .. SUI
  hindi/not/no ME? .. takot/natatakot/afraid/scared .. mamatay/die/dying/death/kamatayan ; gusto ME mag? rest in peace ; natatakot/takot/afraid/scared .. mabuhay pa ; afraid/scared of? .. staying/being alive
  kung/if hindi/not/werent/wasnt lang? .. kasalanan/sin .. SUI/kill/killed ; pumipigil .. ME .. SUI/mamatay ; pigilan/mapigilan/hirap/mahirap hindi SUI ; only REASON .. not/havent/hindi .. SUI/killed ; matagal ME na? DIDSUI ; beses ... ME DIDSUI ; mas takot .. mabuhay
`)

/** Signs that are too weak alone: kinds of lines with their weights. Kinds within a few sentences are added up. */
export const signs: readonly { weight: number; lines: readonly string[] }[] = [
  // Means at hand, or a place one can fall from
  {
    weight: 2,
    lines: linesOf(`
      READY/naghanda/inipon/naipon .. ROPE/BLADE/PILLS/POISON/GUN ; HOARD ME? !pera .. PILLS ; enough/sapat .. PILLS ; GUN loaded ; HOARD .. blade/cutter/labaha/lubid/lason ; bought helium/charcoal $ ; PILLS ,? .. vodka/alak/alcohol ; loaded GUN ; have/may .. GUN
      hawak/holding/bumili/binili/nabili/bought/nakatali/tied/itinali/isinabit/nakasabit/nakatitig/staring/nasa .. ROPE/GUN/POISON/blade/razor/cutter
      ROPE/BLADE/PILLS/POISON/GUN .. ready/nakahanda/handa/kisame/unan/drawer/kama/bed/pillow/mattress/enough/beside/tabi/harap
      nakatayo/standing/stood/gilid/edge .. HEIGHT ; nasa/nandito/at/on/up .. rooftop/roof/tulay/bridge/bangin/cliff/ledge/railing/bubong ; nakatayo/standing/nasa .. riles`),
  },
  // How easy it would be to let oneself fall
  {
    weight: 2,
    lines: linesOf(
      `dali/easy/kadali .. JUMP/fall/mamatay ; going/gonna jump ; how easy it would ; isang/one hakbang/step ; stopped/stop/hindi .. taking/umiinom/iniinom .. insulin/PILLS ; nagising/woke .. ospital/hospital ; pumped .. stomach ; sunduin mo/nyo ME $ ; life/buhay/mundo not/isnt/hindi .. for/para .. me/sakin ; tatalon ME ; let/letting go $ ; almost/muntik .. jumped/tumalon ; bibitaw ME ; want/gusto .. go .. for? good ; konting .. lakas loob`,
    ),
  },
  // Gone by then
  {
    weight: 2,
    lines: linesOf(`
      wala na ME mamaya/bukas/$ ; mamaya/bukas wala na ME ; when/once/after im/ill gone/dead ; if/kung .. happens/happened/mangyari/mangyaring .. me/sakin/akin ; checking out ; ill be gone ; im gone ; huwag/wag .. hanapin/umiyak/iiyak ; dont look/cry/search for? .. me
      wont .. here anymore/tomorrow/$ ; hindi .. makikita bukas ; last time .. hear/see ; not here tomorrow ; hindi .. nandito/andito/dito bukas ; hindi/wont .. kakailanganin/need/needing .. them/na/anything ; mawawala na ME ; hanggang dito lang .. ME`),
  },
  // Farewell
  { weight: 1, lines: linesOf(`paalam ; goodbye ; farewell ; bye everyone/all/lahat`) },
  // Asking to be forgiven
  {
    weight: 1,
    lines: linesOf(`
      patawad/pasensya/sorry .. ma/pa/mama/papa/inyo/inyong/kayo/lahat/everyone/mom/dad/anak ; patawarin .. ME ; forgive me ; dont blame ; huwag/wag .. sisihin`),
  },
  // Love and thanks, and what is to be cared for
  {
    weight: 1,
    lines: linesOf(`
      mahal ko kayo ; love you all/mom/dad/everyone ; salamat .. lahat ; alagaan/take/bahala .. care/mga/si/my/kay/sa ; tell my .. love/loved`),
  },
  // Last words and things given away
  {
    weight: 1,
    lines: linesOf(`
      huling/last na? post/message/sulat/mensahe/liham/chat/time/usap ; letters/letter/liham/sulat .. pamilya/family/everyone/anak/mama/kids ; namigay/given/pinamigay .. gamit/things ; ready/nakahanda .. letters/letter/sulat ; writing/write/last my? will ; huling habilin ; goes/napunta/mapupunta .. to/kay .. my/PERSON ; gave/naipamigay/pinamimigay/giving .. my/mga/away ; nagiwan/iniwan/left .. sulat/note/letter/passwords/password`),
  },
  // A plan
  {
    weight: 1,
    lines: linesOf(
      `have .. plan ... do it ; DRINK ... lahat/all/once/sabaysabay/isahan ; sabaysabayin/uubusin ; decided/know/alam how/kung .. ends/paano ; my? plan set/simple ; enough $ ; sasabaysabayin ; doesnt hurt ; pinagisipan ; not scared/afraid ; waiting/wait/hinihintay/hintayin ... leave/umalis/makaalis/matulog/makatulog/asleep/home/alone
      ME tatapos ; keep .. thinking/opening/looking ; nothing .. keeping me ; insurance/seguro ; hindi .. babalik/lalabas ; may petsa ; set .. date ; pinili .. to/ito ; exactly .. how ; buo loob ME`,
    ),
  },
  // It is about to be done
  {
    weight: 1,
    lines: linesOf(`
      gagawin ME ; going do it ; ill do it ; finally do it ; magawa/gawin ME? na ; do it .. tonight/now ; END na? ME? to/ito/it ; END ME $ ; ends/over/end .. tonight/soon ; uulitin ME ; next time .. more ; try again ; let it end ; matapos na? $`),
  },
  // The time, the choice
  {
    weight: 1,
    lines: linesOf(
      `ngayong gabi $ ; mamaya na $ ; tonight .. night ; my own? choice/decision ; ginusto/sinadya ME ; on purpose ; nabigo/failed ME ; nakatingin/nakatitig/staring/looking .. water/tubig/ilog/baba/below/riles/tren`,
    ),
  },
  // No more strength, no other way
  {
    weight: 1,
    lines: linesOf(`
      hindi ME? .. kaya ; cant do this/it ; cant .. take .. it/this/anymore ; pagod ME ; ayaw ME? $ ; walang/wala .. ibang paraan ; no other way ; no more pain ; wala .. sakit ; hindi .. tinutuloy
      cant live/go .. this/like/on ; tapos na? .. sakit ; im tired/exhausted`),
  },
]
