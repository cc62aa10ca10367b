<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Charts</name>
    <message>
        <source>The roofs of this machine are not measured yet.</source>
        <translation>尚未测量本机的屋顶线。</translation>
    </message>
    <message>
        <source>It holds operators without a formula, so its work is not known.</source>
        <translation>其中含有没有计算公式的算子，因此计算量未知。</translation>
    </message>
    <message>
        <source>No measured roof covers work of this kind.</source>
        <translation>已测得的屋顶线不涵盖这类计算。</translation>
    </message>
    <message>
        <source>Ridge %1</source>
        <translation>脊点 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, theoretical: %2</source>
        <translation>%1，理论值：%2</translation>
    </message>
    <message>
        <source>Its intensity lies right of the ridge at %1: arithmetic limits it.</source>
        <translation>算术强度位于脊点 %1 右侧：受算力限制。</translation>
    </message>
    <message>
        <source>Its data stays in place: arithmetic alone limits it.</source>
        <translation>数据无需移动：只受算力限制。</translation>
    </message>
    <message>
        <source>Its intensity lies left of the ridge at %1: memory traffic limits it.</source>
        <translation>算术强度位于脊点 %1 左侧：受访存带宽限制。</translation>
    </message>
    <message>
        <source>It does no arithmetic: memory traffic alone limits it.</source>
        <translation>不做算术运算：只受访存带宽限制。</translation>
    </message>
    <message>
        <source>It ends within three times the launch floor: starting it takes as long as its work.</source>
        <translation>耗时不到最小启动时间的三倍：启动开销与计算本身相当。</translation>
    </message>
    <message>
        <source>Its intensity lies close to the ridge at %1: arithmetic and memory limit it alike.</source>
        <translation>算术强度接近脊点 %1：算力与带宽同时构成限制。</translation>
    </message>
    <message>
        <source>It is above its measured roof: its data may have stayed in a cache, the clock may have been higher, or its work is counted too high.</source>
        <translation>高于测得的屋顶线：数据可能留在缓存中，时钟频率可能更高，或者计算量被高估。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>%1 read, %2 written</source>
        <translation>读 %1，写 %2</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 (p10 %2, p90 %3)</source>
        <translation>%1（p10 %2，p90 %3）</translation>
    </message>
    <message>
        <source>Share of the model</source>
        <translation>占模型时间</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实测性能</translation>
    </message>
    <message>
        <source>Attainable</source>
        <translation>可达性能</translation>
    </message>
    <message>
        <source>Judged by</source>
        <translation>评判依据</translation>
    </message>
    <message>
        <source>Of its roof</source>
        <translation>达到屋顶线</translation>
    </message>
    <message>
        <source>No session is open.</source>
        <translation>没有打开的会话。</translation>
    </message>
    <message>
        <source>Points on the chart: %1.</source>
        <translation>图上的点：%1 个。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Compute roof %1.</source>
        <translation>算力屋顶 %1。</translation>
    </message>
    <message>
        <source>Memory roof %1.</source>
        <translation>带宽屋顶 %1。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Most time: %1, %2.</source>
        <translation>耗时最多：%1，%2。</translation>
    </message>
    <message>
        <source>Arithmetic intensity in FLOP/byte</source>
        <translation>算术强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>Performance in FLOP/s</source>
        <translation>性能（FLOP/s）</translation>
    </message>
    <message>
        <source>%1: %2 (theoretical %3)</source>
        <translation>%1：%2（理论值 %3）</translation>
    </message>
    <message>
        <source>No arithmetic, or none known: achieved bandwidth in B/s</source>
        <translation>没有运算或运算未知：实测带宽（B/s）</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Multiply-adds</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>Bias additions</source>
        <translation>偏置加法</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素运算</translation>
    </message>
    <message>
        <source>Transcendental</source>
        <translation>超越函数</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Comparison, integer</source>
        <translation>比较与整数运算</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线模型</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share of the model</source>
        <translation>占模型时间</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实测性能</translation>
    </message>
    <message>
        <source>Attainable</source>
        <translation>可达性能</translation>
    </message>
    <message>
        <source>Judged by</source>
        <translation>评判依据</translation>
    </message>
    <message>
        <source>Of its roof</source>
        <translation>达到屋顶线</translation>
    </message>
    <message>
        <source>Could save</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>No formula is known for this operator.</source>
        <translation>没有该算子的计算公式。</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>This session does not hold the formulas.</source>
        <translation>此会话不含公式。</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>With its shapes</source>
        <translation>代入形状</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>In layer</source>
        <translation>所属层</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Working set</source>
        <translation>工作集</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>访存下限</translation>
    </message>
    <message>
        <source>Largest working set</source>
        <translation>最大工作集</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>It runs no operator itself.</source>
        <translation>它自身不运行任何算子。</translation>
    </message>
    <message>
        <source>More operators: %1. The layer table lists them all.</source>
        <translation>还有 %1 个算子，层表中全部列出。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
</context>
<context>
    <name>DisplayNames</name>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素运算</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Data movement</source>
        <translation>数据搬移</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Compute-bound</source>
        <translation>算力受限</translation>
    </message>
    <message>
        <source>Bandwidth-bound</source>
        <translation>带宽受限</translation>
    </message>
    <message>
        <source>Launch-bound</source>
        <translation>启动开销受限</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>追踪</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>given</source>
        <translation>手动指定</translation>
    </message>
    <message>
        <source>from the trace</source>
        <translation>来自追踪记录</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断得出</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Thorough</source>
        <translation>细致</translation>
    </message>
    <message>
        <source>%1, threads: %2</source>
        <translation>%1，线程数：%2</translation>
    </message>
    <message>
        <source>%1 (%2:%3)</source>
        <translation>%1（%2:%3）</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>Counting the work of each layer</source>
        <translation>正在统计各层的计算量</translation>
    </message>
    <message>
        <source>Measuring the roofs</source>
        <translation>正在测量屋顶线</translation>
    </message>
    <message>
        <source>Timing the model</source>
        <translation>正在测量模型延迟</translation>
    </message>
    <message>
        <source>Timing each layer</source>
        <translation>正在测量各层延迟</translation>
    </message>
    <message>
        <source>few samples</source>
        <translation>样本过少</translation>
    </message>
    <message>
        <source>noisy</source>
        <translation>波动较大</translation>
    </message>
    <message>
        <source>very noisy</source>
        <translation>波动很大</translation>
    </message>
    <message>
        <source>drifting</source>
        <translation>持续漂移</translation>
    </message>
    <message>
        <source>ended early</source>
        <translation>提前结束</translation>
    </message>
    <message>
        <source>unsteady</source>
        <translation>不稳定</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>held back by a quota</source>
        <translation>受配额限制</translation>
    </message>
    <message>
        <source>more threads than CPUs</source>
        <translation>线程多于处理器</translation>
    </message>
    <message>
        <source>arrays small against the caches</source>
        <translation>数组相对缓存偏小</translation>
    </message>
    <message>
        <source>clocks held down</source>
        <translation>频率受限</translation>
    </message>
    <message>
        <source>busy with other work</source>
        <translation>有其他负载</translation>
    </message>
    <message>
        <source>below the rate of its instructions</source>
        <translation>低于指令速率</translation>
    </message>
    <message>
        <source>depends on the size of the data</source>
        <translation>随数据量变化</translation>
    </message>
    <message>
        <source>size by the processor&apos;s word</source>
        <translation>大小由处理器告知</translation>
    </message>
    <message>
        <source>size by how fast it was read</source>
        <translation>大小由读取速度推断</translation>
    </message>
    <message>
        <source>size not seen in measurements</source>
        <translation>大小未经测量证实</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>The options do not make sense for “%1”.</source>
        <translation>这些选项不适用于“%1”。</translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not a TorchScript file. Save the model with torch.jit.trace or torch.jit.script and open that file.</source>
        <translation>“%1”不是 TorchScript 文件。请用 torch.jit.trace 或 torch.jit.script 保存模型，再打开所得文件。</translation>
    </message>
    <message>
        <source>“%1” is damaged.</source>
        <translation>“%1”已损坏。</translation>
    </message>
    <message>
        <source>“%1” comes from a newer version of Ridgepoint. Update this program to open it.</source>
        <translation>“%1”来自更新版本的 Ridgepoint。请升级本程序后再打开。</translation>
    </message>
    <message>
        <source>“%1” needs to know its inputs.</source>
        <translation>需要为“%1”指定输入。</translation>
    </message>
    <message>
        <source>“%1” raised an error while it ran.</source>
        <translation>“%1”运行时出错。</translation>
    </message>
    <message>
        <source>“%1” ended the process that ran it.</source>
        <translation>“%1”使运行它的进程意外终止。</translation>
    </message>
    <message>
        <source>The device for “%1” is not there.</source>
        <translation>“%1”所需的设备不存在。</translation>
    </message>
    <message>
        <source>“%1” needs more memory than there is. Try a smaller batch.</source>
        <translation>内存不足以运行“%1”。请尝试减小批大小。</translation>
    </message>
    <message>
        <source>Measuring “%1” took longer than allowed.</source>
        <translation>测量“%1”超出了允许的时间。</translation>
    </message>
    <message>
        <source>Measuring “%1” was cancelled.</source>
        <translation>已取消对“%1”的测量。</translation>
    </message>
    <message>
        <source>The code in “%1” touches files and was not run.</source>
        <translation>“%1”中的代码会访问文件，因此未运行。</translation>
    </message>
    <message>
        <source>The measuring process was lost. Results that arrived before are kept.</source>
        <translation>测量进程已丢失。此前收到的结果仍然保留。</translation>
    </message>
    <message>
        <source>“%1” could not be written.</source>
        <translation>无法写入“%1”。</translation>
    </message>
    <message>
        <source>A defect of Ridgepoint stopped the work on “%1”.</source>
        <translation>Ridgepoint 的一处缺陷中断了对“%1”的处理。</translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>均值 %1</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>p99 %1</source>
        <translation>p99 %1</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>运行次数：%1</translation>
    </message>
    <message>
        <source>outliers: %1</source>
        <translation>离群值：%1</translation>
    </message>
    <message>
        <source>right of the axis: %1</source>
        <translation>超出坐标轴：%1</translation>
    </message>
    <message>
        <source>No timed runs yet. Time the model, then choose a layer to see how its runs spread.</source>
        <translation>尚无计时结果。测量模型后，选择一层即可查看其延迟分布。</translation>
    </message>
    <message>
        <source>Runs (logarithmic)</source>
        <translation>运行次数（对数）</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1 to %2, runs: %3</source>
        <translation>%1 至 %2，运行次数：%3</translation>
    </message>
</context>
<context>
    <name>LayerColumns</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The module&apos;s name in the file, or the operator that it calls.</source>
        <translation>文件中的模块名，或它所调用的算子。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The module&apos;s class.</source>
        <translation>模块的类。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Median latency of the layer with everything inside it.</source>
        <translation>该层及其内部全部内容的延迟中位数。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Part of the whole model&apos;s median latency.</source>
        <translation>占整个模型延迟中位数的比例。</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Floating-point operations of one call; a multiply-add counts as two.</source>
        <translation>一次调用的浮点运算次数；一次乘加计为两次。</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MACs</translation>
    </message>
    <message>
        <source>Multiply-adds of matrix work: convolutions, linear layers, attention.</source>
        <translation>矩阵类运算（卷积、线性层、注意力）的乘加次数。</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Bytes that the operators read, each operator by itself.</source>
        <translation>各算子分别读取的字节数之和。</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Bytes that the operators write, each operator by itself.</source>
        <translation>各算子分别写入的字节数之和。</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Arithmetic intensity: FLOPs for each byte that is read or written.</source>
        <translation>算术强度：每读写一个字节所做的浮点运算次数。</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实测性能</translation>
    </message>
    <message>
        <source>FLOPs divided by time.</source>
        <translation>浮点运算次数除以时间。</translation>
    </message>
    <message>
        <source>Of roof</source>
        <translation>屋顶占比</translation>
    </message>
    <message>
        <source>How near the layer comes to the roof above it; 100 % cannot be bettered.</source>
        <translation>该层接近其上方屋顶线的程度；100 % 即为极限。</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>What limits the layer: arithmetic, memory traffic, or the cost of a call.</source>
        <translation>限制该层的因素：算力、访存带宽或调用开销。</translation>
    </message>
    <message>
        <source>Could save</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>Time that would be gained if the layer reached its roof.</source>
        <translation>若该层达到屋顶线可节省的时间。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Elements of the module&apos;s parameters and all below it, tied ones once.</source>
        <translation>该模块及其下属模块的参数元素数，共享参数只计一次。</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Shapes of the tensors that go in.</source>
        <translation>输入张量的形状。</translation>
    </message>
    <message>
        <source>Output shapes</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Shapes of the tensors that come out.</source>
        <translation>输出张量的形状。</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Type of the numbers, which decides the roof that judges the layer.</source>
        <translation>数值类型，决定用哪条屋顶线评判该层。</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>How often one run calls this module; each call has a row of its own.</source>
        <translation>一次运行中调用该模块的次数；每次调用单独占一行。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>No model: only the machine was measured</source>
        <translation>没有模型：只测量了本机</translation>
    </message>
    <message>
        <source>%1 · %2 parameters · %3 · %4 · convention %5</source>
        <translation>%1 · %2 个参数 · %3 · %4 · 计数约定 %5</translation>
    </message>
    <message>
        <source>%1 · host %2 · %3</source>
        <translation>%1 · 主机 %2 · %3</translation>
    </message>
    <message>
        <source>Roofs of this machine</source>
        <translation>本机的屋顶线</translation>
    </message>
    <message>
        <source>Area: share of time</source>
        <translation>面积：时间占比</translation>
    </message>
    <message>
        <source>Hollow: not timed</source>
        <translation>空心：未计时</translation>
    </message>
    <message>
        <source>Latency of the model</source>
        <translation>模型延迟</translation>
    </message>
    <message>
        <source>What limits the time</source>
        <translation>时间受限于什么</translation>
    </message>
    <message>
        <source>Layers that take most time</source>
        <translation>耗时最多的层</translation>
    </message>
    <message>
        <source>Layers that do most work (not timed)</source>
        <translation>计算量最大的层（未计时）</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实测性能</translation>
    </message>
    <message>
        <source>Of its roof</source>
        <translation>达到屋顶线</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>above: %1</source>
        <translation>超出：%1</translation>
    </message>
    <message>
        <source>Ridgepoint %1 · roofs were not measured</source>
        <translation>Ridgepoint %1 · 未测量屋顶线</translation>
    </message>
    <message>
        <source>Ridgepoint %1 · roofs measured on this device by microbenchmarks, %2, effort: %3 · dashed: theoretical · bands: 95 % interval</source>
        <translation>Ridgepoint %1 · 屋顶线由本设备上的微基准测得，%2，细致程度：%3 · 虚线：理论值 · 色带：95 % 区间</translation>
    </message>
    <message>
        <source>The picture %1 could not be written: %2</source>
        <translation>无法写入图片 %1：%2</translation>
    </message>
    <message>
        <source>Choose another size or another file.</source>
        <translation>请选择其他尺寸或其他文件。</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>its size must be at least 400x300 and at most 400 million pixels.</source>
        <translation>尺寸至少为 400x300，且不超过 4 亿像素。</translation>
    </message>
    <message>
        <source>there is not enough memory for it.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>it could not be encoded.</source>
        <translation>无法编码。</translation>
    </message>
    <message>
        <source>Made by Ridgepoint %1</source>
        <translation>由 Ridgepoint %1 生成</translation>
    </message>
</context>
<context>
    <name>ridgepoint::CoverageBar</name>
    <message>
        <source>Formulas cover %1 of %2 operators, %3 of the bytes and %4 of the time.</source>
        <translation>%2 个算子中有 %1 个有公式，涵盖 %3 的字节和 %4 的时间。</translation>
    </message>
    <message>
        <source>Formulas cover %1 of %2 operators and %3 of the bytes.</source>
        <translation>%2 个算子中有 %1 个有公式，涵盖 %3 的字节。</translation>
    </message>
    <message>
        <source>Show the &amp;Unknown Ones</source>
        <translation>显示未知算子(&amp;U)</translation>
    </message>
</context>
<context>
    <name>ridgepoint::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Shapes, work and formulas of a model appear here once it has been counted.</source>
        <translation>模型计数完成后，这里显示其形状、计算量和公式。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::FamilyLegend</name>
    <message>
        <source>Roofs</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Choose which roofs are drawn</source>
        <translation>选择要绘制的屋顶线</translation>
    </message>
    <message>
        <source>Roofs that are drawn</source>
        <translation>绘制的屋顶线</translation>
    </message>
    <message>
        <source>Legend of the roofline</source>
        <translation>屋顶线图例</translation>
    </message>
    <message>
        <source>Hollow: no roofs yet, placed by intensity only</source>
        <translation>空心：尚无屋顶线，仅按算术强度放置</translation>
    </message>
    <message>
        <source>Hollow: not timed, placed on the roof that it could reach</source>
        <translation>空心：未计时，放置在可达的屋顶线上</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Show or hide: %1</source>
        <translation>显示或隐藏：%1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
</context>
<context>
    <name>ridgepoint::HelpWindow</name>
    <message>
        <source>Opening files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>The roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>The layer table</source>
        <translation>层表</translation>
    </message>
    <message>
        <source>The latency histogram</source>
        <translation>延迟直方图</translation>
    </message>
    <message>
        <source>How to measure</source>
        <translation>测量方式</translation>
    </message>
    <message>
        <source>Taking results home</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>Messages and the log</source>
        <translation>消息与日志</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Ridgepoint Help</source>
        <translation>Ridgepoint 帮助</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Operators without a formula</source>
        <translation>没有公式的算子</translation>
    </message>
</context>
<context>
    <name>ridgepoint::HistogramChart</name>
    <message>
        <source>Latency histogram</source>
        <translation>延迟直方图</translation>
    </message>
    <message>
        <source>Logarithmic counts</source>
        <translation>对数计数</translation>
    </message>
    <message>
        <source>No timed runs yet.</source>
        <translation>尚无计时结果。</translation>
    </message>
    <message>
        <source>%1: runs %2, median %3, from %4 to %5.</source>
        <translation>%1：运行 %2 次，中位数 %3，范围 %4 至 %5。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::HistogramPanel</name>
    <message>
        <source>Whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>Take care: %1</source>
        <translation>请注意：%1</translation>
    </message>
    <message>
        <source>No latencies yet. They appear here when a layer or the model has been timed.</source>
        <translation>尚无延迟数据。测量某一层或整个模型后会显示在这里。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::HoverCard</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>More points here: %1. Click again for the next.</source>
        <translation>此处还有 %1 个点。再次单击可切换到下一个。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::LayerTreeModel</name>
    <message>
        <source>%1 (call %2)</source>
        <translation>%1（第 %2 次调用）</translation>
    </message>
</context>
<context>
    <name>ridgepoint::LayerView</name>
    <message>
        <source>Show the tree of layers</source>
        <translation>显示层的树形结构</translation>
    </message>
    <message>
        <source>Show one list, to sort all layers</source>
        <translation>显示为单一列表，以便对所有层排序</translation>
    </message>
    <message>
        <source>Reset Columns</source>
        <translation>重置列</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>行数：%1</translation>
    </message>
    <message>
        <source>Search layers and operators (Ctrl+F)</source>
        <translation>搜索层和算子 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search layers and operators</source>
        <translation>搜索层和算子</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>One list</source>
        <translation>单一列表</translation>
    </message>
    <message>
        <source>Copy Rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Show Details</source>
        <translation>显示详情</translation>
    </message>
</context>
<context>
    <name>ridgepoint::LogView</name>
    <message>
        <source>The measuring process has written nothing.</source>
        <translation>测量进程没有输出任何内容。</translation>
    </message>
    <message>
        <source>Log of the measuring process</source>
        <translation>测量进程日志</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>ridgepoint::MainWindow</name>
    <message>
        <source>Measuring was stopped early. What had arrived by then is kept.</source>
        <translation>测量已提前停止。此前收到的结果仍然保留。</translation>
    </message>
    <message>
        <source>Open a Model or a Session</source>
        <translation>打开模型或会话</translation>
    </message>
    <message>
        <source>Models and sessions (*.pt *.pth *.ts *.torchscript *.ridge);;All files (*)</source>
        <translation>模型和会话 (*.pt *.pth *.ts *.torchscript *.ridge);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>Command of the Measuring Process</source>
        <translation>测量进程的命令</translation>
    </message>
    <message>
        <source>Empty for the one that came with this program. To measure on another machine:
ssh -T -o BatchMode=yes HOST ridgepoint-cli serve</source>
        <translation>留空则使用本程序自带的测量进程。若要在另一台机器上测量：
ssh -T -o BatchMode=yes HOST ridgepoint-cli serve</translation>
    </message>
    <message>
        <source>About Ridgepoint</source>
        <translation>关于 Ridgepoint</translation>
    </message>
    <message>
        <source>Ridgepoint %1

What limits each layer of a network on this machine, and how far it is from that limit.

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Ridgepoint %1

神经网络的每一层在本机上受什么限制，以及距离该极限还有多远。

自由软件，遵循 GNU 通用公共许可证第 3 版或更新版本。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ridgepoint::OptionsDialog</name>
    <message>
        <source>How to Measure %1</source>
        <translation>如何测量 %1</translation>
    </message>
    <message>
        <source>What the model takes is not known yet.</source>
        <translation>尚不清楚模型需要哪些输入。</translation>
    </message>
    <message>
        <source>The model takes: %1</source>
        <translation>模型的输入：%1</translation>
    </message>
    <message>
        <source>One input a line, in the model&apos;s order: SHAPE:TYPE:FILL, for example 1x128:int64:0..30521. Empty: as the file tells. F1 tells more.</source>
        <translation>每行一个输入，按模型的参数顺序：形状:类型:填充，例如 1x128:int64:0..30521。留空则按文件所述。按 F1 了解更多。</translation>
    </message>
    <message>
        <source>As the input says</source>
        <translation>由输入决定</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>&amp;Inputs:</source>
        <translation>输入(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Batch:</source>
        <translation>批大小(&amp;B)：</translation>
    </message>
    <message>
        <source>As LibTorch chooses</source>
        <translation>由 LibTorch 决定</translation>
    </message>
    <message>
        <source>B&amp;rowse…</source>
        <translation>浏览(&amp;R)…</translation>
    </message>
    <message>
        <source>Shared libraries (*.so)</source>
        <translation>共享库 (*.so)</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>&amp;Device:</source>
        <translation>设备(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Threads:</source>
        <translation>线程数(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Care for the roofs:</source>
        <translation>屋顶线测量精细度(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>Operator Libraries</source>
        <translation>算子库</translation>
    </message>
    <message>
        <source>Bro&amp;wse…</source>
        <translation>浏览(&amp;W)…</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Text files (*.txt);;All files (*)</source>
        <translation>文本文件 (*.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Operators of Your Own</source>
        <translation>自定义算子</translation>
    </message>
    <message>
        <source>&amp;Libraries:</source>
        <translation>算子库(&amp;L)：</translation>
    </message>
    <message>
        <source>Shared libraries to load before the model, one a line.</source>
        <translation>在加载模型之前加载的共享库，每行一个。</translation>
    </message>
    <message>
        <source>&amp;Formulas:</source>
        <translation>公式(&amp;F)：</translation>
    </message>
    <message>
        <source>A text file that tells what operators compute that Ridgepoint does not know. F1 shows how to write one.</source>
        <translation>说明 Ridgepoint 未知的算子做哪些计算的文本文件。按 F1 查看写法。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ridgepoint::ProblemPrompter</name>
    <message>
        <source>Look at the Code…</source>
        <translation>查看代码…</translation>
    </message>
    <message>
        <source>Open All the Same</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>Set the Inputs…</source>
        <translation>设置输入…</translation>
    </message>
    <message>
        <source>How to Measure…</source>
        <translation>测量方式…</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>A library for “%1” cannot be opened.</source>
        <translation>无法打开“%1”所需的库。</translation>
    </message>
    <message>
        <source>“%1” needs operators of a library that is not there.</source>
        <translation>“%1”需要一个库中的算子，但没有找到该库。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::ProgressPanel</name>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop measuring and keep what is there (Ctrl+.)</source>
        <translation>停止测量并保留已有结果 (Ctrl+.)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Time since the start</source>
        <translation>已用时间</translation>
    </message>
</context>
<context>
    <name>ridgepoint::RooflineChart</name>
    <message>
        <source>Open a TorchScript file or a saved session to see its layers under the roofs of the machine.</source>
        <translation>打开 TorchScript 文件或已保存的会话，查看各层在本机屋顶线下的位置。</translation>
    </message>
    <message>
        <source>Roofline chart</source>
        <translation>屋顶线图</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Undo Zoom</source>
        <translation>撤销缩放(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo Zoom</source>
        <translation>重做缩放(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Box Zoom</source>
        <translation>框选缩放(&amp;B)</translation>
    </message>
    <message>
        <source>Drag a box to zoom into it; without this, hold Shift</source>
        <translation>拖出一个框以放大；未启用时请按住 Shift</translation>
    </message>
</context>
<context>
    <name>ridgepoint::StartPage</name>
    <message>
        <source>Drop a TorchScript file here</source>
        <translation>将 TorchScript 文件拖放到此处</translation>
    </message>
    <message>
        <source>Every layer becomes a point under the roofs measured on this machine. Saved sessions (.ridge) open as well.</source>
        <translation>每一层都会成为本机实测屋顶线下的一个点。也可以打开已保存的会话 (.ridge)。</translation>
    </message>
    <message>
        <source>Open a File…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>%1 is no longer there</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>Asking the measuring process…</source>
        <translation>正在询问测量进程…</translation>
    </message>
    <message>
        <source>The measuring process does not run, so only saved sessions can be opened.</source>
        <translation>测量进程未运行，因此只能打开已保存的会话。</translation>
    </message>
    <message>
        <source>No device</source>
        <translation>没有设备</translation>
    </message>
    <message>
        <source>Host: %1</source>
        <translation>主机：%1</translation>
    </message>
    <message>
        <source>LibTorch: %1</source>
        <translation>LibTorch：%1</translation>
    </message>
    <message>
        <source>Confinement: %1</source>
        <translation>隔离：%1</translation>
    </message>
    <message>
        <source>Recent Files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Files that you open appear here.</source>
        <translation>打开过的文件会显示在这里。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Forget the recent files</source>
        <translation>清除最近的文件记录</translation>
    </message>
    <message>
        <source>This Machine</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>ridgepoint::SummaryBar</name>
    <message>
        <source>Model (%1)</source>
        <translation>模型（%1）</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Floating-point operations of one run; a multiply-add counts as two.</source>
        <translation>一次运行的浮点运算次数；一次乘加计为两次。</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>Bytes that all operators read and write in one run.</source>
        <translation>一次运行中所有算子读写的字节数。</translation>
    </message>
    <message>
        <source>Median of %1 runs; fastest %2, slowest %3.</source>
        <translation>%1 次运行的中位数；最快 %2，最慢 %3。</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Items that go through the model in a second.</source>
        <translation>每秒通过模型的样本数。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Peak activations</source>
        <translation>激活峰值</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Every operator of this model has a formula.</source>
        <translation>此模型的每个算子都有公式。</translation>
    </message>
    <message>
        <source>Most memory that inputs, results and temporaries held at one time, apart from the parameters.</source>
        <translation>输入、结果和临时张量同时占用的最大内存，不含参数。</translation>
    </message>
</context>
<context>
    <name>ridgepoint::TrustDialog</name>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时机</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code that deserves a look</source>
        <translation>值得留意的代码</translation>
    </message>
    <message>
        <source>On opening</source>
        <translation>打开时</translation>
    </message>
    <message>
        <source>On running</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>Run This File?</source>
        <translation>要运行此文件吗？</translation>
    </message>
    <message>
        <source>The code in “%1” reads or writes files when it is opened or run. Run it only when you trust whoever made it. You are asked once for each file.</source>
        <translation>“%1”中的代码在打开或运行时会读写文件。仅在信任其作者时才运行。每个文件只询问一次。</translation>
    </message>
    <message>
        <source>&amp;Run It</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Do Not Run</source>
        <translation>不运行(&amp;D)</translation>
    </message>
</context>
<context>
    <name>ridgepoint::UnknownPanel</name>
    <message>
        <source>No formula is known for this operator.</source>
        <translation>没有该算子的计算公式。</translation>
    </message>
    <message>
        <source>Operator and layers</source>
        <translation>算子与层</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Operators without a formula</source>
        <translation>没有公式的算子</translation>
    </message>
    <message>
        <source>Every operator of this model has a formula.</source>
        <translation>此模型的每个算子都有公式。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>ridgepoint::WindowActions</name>
    <message>
        <source>No Recent Files</source>
        <translation>没有最近的文件</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;New Window</source>
        <translation>新建窗口(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>关闭窗口(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Measure Again</source>
        <translation>重新测量(&amp;M)</translation>
    </message>
    <message>
        <source>Measure the model again with the same options (F5)</source>
        <translation>以相同选项重新测量模型 (F5)</translation>
    </message>
    <message>
        <source>&amp;How to Measure…</source>
        <translation>测量方式(&amp;H)…</translation>
    </message>
    <message>
        <source>Choose inputs, batch, device and threads (F6)</source>
        <translation>选择输入、批大小、设备和线程数 (F6)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Restart the Measuring Process</source>
        <translation>重新启动测量进程(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Command of the Measuring Process…</source>
        <translation>测量进程的命令(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Find Layer…</source>
        <translation>查找层(&amp;F)…</translation>
    </message>
    <message>
        <source>Copy &amp;Rows</source>
        <translation>复制行(&amp;R)</translation>
    </message>
    <message>
        <source>Reset &amp;Layout</source>
        <translation>重置布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Start Page</source>
        <translation>起始页(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Ridgepoint</source>
        <translation>关于 Ridgepoint(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>语言(&amp;A)</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Tool Bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>&amp;Save Session…</source>
        <translation>保存会话(&amp;S)…</translation>
    </message>
    <message>
        <source>Save everything, to open it later or elsewhere (Ctrl+S)</source>
        <translation>保存全部内容，供日后或在别处打开 (Ctrl+S)</translation>
    </message>
    <message>
        <source>&amp;Picture (PNG)…</source>
        <translation>图片 (PNG)(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Vector Picture (SVG)…</source>
        <translation>矢量图 (SVG)(&amp;V)…</translation>
    </message>
    <message>
        <source>P&amp;age (PDF)…</source>
        <translation>页面 (PDF)(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Table (CSV)…</source>
        <translation>表格 (CSV)(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;All Numbers (JSON)…</source>
        <translation>全部数据 (JSON)(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Report (HTML)…</source>
        <translation>报告 (HTML)(&amp;R)…</translation>
    </message>
</context>
<context>
    <name>ridgepoint::Workbench</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Latency Histogram</source>
        <translation>延迟直方图</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Unknown Operators</source>
        <translation>未知算子</translation>
    </message>
</context>
</TS>
