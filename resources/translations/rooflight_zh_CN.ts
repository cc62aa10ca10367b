<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BoxRows</name>
    <message>
        <source>Latency (logarithmic)</source>
        <translation>延迟（对数）</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>The roofs of this machine have not been measured yet.</source>
        <translation>尚未测量本机的屋顶线。</translation>
    </message>
    <message>
        <source>It contains operators without a formula, so its work is unknown.</source>
        <translation>其中含有没有计算公式的算子，因此计算量未知。</translation>
    </message>
    <message>
        <source>No measured roof covers this kind of work.</source>
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
        <source>No arithmetic: bandwidth in B/s</source>
        <translation>没有运算：带宽（B/s）</translation>
    </message>
    <message>
        <source>No arithmetic</source>
        <translation>没有运算</translation>
    </message>
    <message>
        <source>%1: %2 (entered manually)</source>
        <translation>%1：%2（手动输入）</translation>
    </message>
    <message>
        <source>What if: %1, theoretical, not measured</source>
        <translation>假设：%1，理论值，未经测量</translation>
    </message>
    <message>
        <source>What if: %1, not measured</source>
        <translation>假设：%1，未经测量</translation>
    </message>
    <message>
        <source>What if: not measured</source>
        <translation>假设：未经测量</translation>
    </message>
    <message>
        <source>Repetitions: %1, from %2 to %3</source>
        <translation>重复次数：%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>⊤ launch ceiling, %2: this point in a run of only %1</source>
        <translation>⊤ 启动上限，%2：若一次运行仅需 %1，下方的点所能达到的性能</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>%1 (ratio %2)</source>
        <translation>%1（比值 %2）</translation>
    </message>
    <message>
        <source>It runs no operator.</source>
        <translation>它不运行任何算子。</translation>
    </message>
    <message>
        <source>%1 Its time at the roof is the sum over its %2 operators, each under its own roof.</source>
        <translation>%1其屋顶线用时为 %2 个算子之和，每个算子按各自的屋顶线计。</translation>
    </message>
    <message>
        <source>⊤ launch ceiling: %1</source>
        <translation>⊤ 启动上限：%1</translation>
    </message>
    <message>
        <source>Time of each</source>
        <translation>每个的时间</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 ×%2</source>
        <translation>%1 ×%2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Fits into no cache</source>
        <translation>任何缓存都放不下</translation>
    </message>
    <message>
        <source>Fits into %1</source>
        <translation>放得进 %1</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Cache That Holds It</source>
        <translation>可容纳它的缓存</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>depth %1</source>
        <translation>深度 %1</translation>
    </message>
    <message>
        <source>FLOP per cycle at %1</source>
        <translation>每周期 FLOP（时钟 %1）</translation>
    </message>
    <message>
        <source>FLOP per cycle</source>
        <translation>每周期 FLOP</translation>
    </message>
    <message>
        <source>Compute roof = 1</source>
        <translation>算力屋顶 = 1</translation>
    </message>
    <message>
        <source>FLOP/s</source>
        <translation>FLOP/s</translation>
    </message>
    <message>
        <source>As one operator, these %1 would need %2 of traffic instead of %3, and %4 instead of %5 at the roofs.</source>
        <translation>若将这 %1 个算子合为一个：访存 %2（原为 %3）；在屋顶线处 %4（原为 %5）。</translation>
    </message>
    <message>
        <source>as one: −%1</source>
        <translation>合为一个：−%1</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Ridge of each</source>
        <translation>各自的脊点</translation>
    </message>
    <message>
        <source>Compute roof of each</source>
        <translation>各自的算力屋顶</translation>
    </message>
    <message>
        <source>Memory roof of each</source>
        <translation>各自的带宽屋顶</translation>
    </message>
    <message>
        <source>Arithmetic intensity, ridge of each = 1</source>
        <translation>算术强度（各自的脊点 = 1）</translation>
    </message>
    <message>
        <source>Performance, compute roof of each = 1</source>
        <translation>性能（各自的算力屋顶 = 1）</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1，实测</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1，预测</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>Compute roof</source>
        <translation>算力屋顶</translation>
    </message>
    <message>
        <source>Memory roof</source>
        <translation>带宽屋顶</translation>
    </message>
    <message>
        <source>Without arithmetic, not shown here: %1</source>
        <translation>无算术运算，此处未显示：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Above %1</source>
        <translation>高于 %1</translation>
    </message>
    <message>
        <source>because zeros can be skipped</source>
        <translation>因为零无需执行</translation>
    </message>
    <message>
        <source>Selected: %1, together %2 (%3 of the model); at their roofs %4 less.</source>
        <translation>已选 %1 个，合计 %2（占模型的 %3）；在屋顶线处可少 %4。</translation>
    </message>
    <message>
        <source>Selected: %1, together %2 (%3 of the model).</source>
        <translation>已选 %1 个，合计 %2（占模型的 %3）。</translation>
    </message>
    <message>
        <source>Do this</source>
        <translation>先做这个</translation>
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
        <source>Input %1</source>
        <translation>输入 %1</translation>
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
        <source>No formula is known for this operator.</source>
        <translation>没有该算子的计算公式。</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>This session does not contain the formulas.</source>
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
        <source>Memory</source>
        <translation>内存</translation>
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
        <source>Counted by the GPU</source>
        <translation>GPU 计数</translation>
    </message>
    <message>
        <source>%1 read, %2 written</source>
        <translation>读取 %1，写入 %2</translation>
    </message>
    <message>
        <source>%1 read, %2 written: more than 20 % off the computed bytes</source>
        <translation>读取 %1，写入 %2：与计算字节数相差超过 20 %</translation>
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
        <source>%1 from %2</source>
        <translation>%1 来自 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>%1, used again after %2</source>
        <translation>%1，两次访问之间触及 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Layers inside another selected layer count once.</source>
        <translation>位于另一个选中层之内的部分只计一次。</translation>
    </message>
    <message>
        <source>Last selected</source>
        <translation>最后选中</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>已选中：%1</translation>
    </message>
    <message>
        <source>Of these with zeros</source>
        <translation>其中因子为零</translation>
    </message>
    <message>
        <source>Attainable is above the roof because multiply-adds with zeros, as in padding, count as work but need not be executed.</source>
        <translation>可达性能高于屋顶线：因子为零的乘加（如填充）计入运算量，但不必执行。</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Do this</source>
        <translation>先做这个</translation>
    </message>
    <message>
        <source>Copy the Python</source>
        <translation>复制 Python 代码</translation>
    </message>
    <message>
        <source>Find Out Why (Ctrl+Y) tries what could help.</source>
        <translation>“查明原因”（Ctrl+Y）会尝试可能有效的改动。</translation>
    </message>
    <message>
        <source>Where the model is, Find Out Why tries what could help.</source>
        <translation>在存有该模型的机器上，“查明原因”会尝试可能有效的改动。</translation>
    </message>
</context>
<context>
    <name>DeviceDetails</name>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 to %2, median %3</source>
        <translation>%1 至 %2，中位数 %3</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>heat</source>
        <translation>过热</translation>
    </message>
    <message>
        <source>the hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>During timing</source>
        <translation>计时期间</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>显存频率</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Throttled by</source>
        <translation>受限原因</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Kernels outside any operator</source>
        <translation>不属于任何算子的内核</translation>
    </message>
    <message>
        <source>Two measurements of the model</source>
        <translation>模型的两个时间</translation>
    </message>
    <message>
        <source>Bare runs</source>
        <translation>未插桩运行</translation>
    </message>
    <message>
        <source>Instrumented runs</source>
        <translation>为层计时</translation>
    </message>
    <message>
        <source>Bare runs in between</source>
        <translation>其间未插桩</translation>
    </message>
    <message>
        <source>Bare runs are timed as a whole. Layers are timed in later, instrumented runs that record every call. Recording costs time per call and keeps the executor from fusing operators.</source>
        <translation>未插桩的运行按整体计时。各层在之后另外的运行中计时，其中每次调用都被观察：这会给每次调用增加时间，并使执行器无法合并算子。</translation>
    </message>
    <message>
        <source>%1, in the summary</source>
        <translation>%1（摘要）</translation>
    </message>
    <message>
        <source>%1, in the table</source>
        <translation>%1（表格）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Taken by the host</source>
        <translation>被宿主机占用</translation>
    </message>
    <message>
        <source>Throttled by the CPU quota</source>
        <translation>受 CPU 配额限制</translation>
    </message>
</context>
<context>
    <name>DisplayNames</name>
    <message>
        <source>It is above its roof. Likely causes: %1.</source>
        <translation>它高于其屋顶线。可能的原因：%1。</translation>
    </message>
    <message>
        <source>; or </source>
        <translation>；或</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>This session has no layers, only times of the whole model.</source>
        <translation>此会话不含任何层，只含整个模型的时间。</translation>
    </message>
    <message>
        <source>Uncertain: other work or heat disturbed the measurement (%1).</source>
        <translation>不确定：其他任务或温度干扰了测量（%1）。</translation>
    </message>
    <message>
        <source>Uncertain: %1 varies too much.</source>
        <translation>不确定：%1 的波动过大。</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>The options for “%1” are not valid.</source>
        <translation>这些选项不适用于“%1”。</translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” is neither a TorchScript file nor one of torch.export. Save the model with torch.export.save or torch.jit.trace and open that file.</source>
        <translation>“%1”既不是 TorchScript 文件，也不是 torch.export 的文件。请用 torch.export.save 或 torch.jit.trace 保存模型，再打开所得文件。</translation>
    </message>
    <message>
        <source>The worker for “%1” could not be reached.</source>
        <translation>无法连接到要测量“%1”的工作进程。</translation>
    </message>
    <message>
        <source>“%1” is damaged.</source>
        <translation>“%1”已损坏。</translation>
    </message>
    <message>
        <source>“%1” comes from a newer version of Rooflight. Update this program to open it.</source>
        <translation>“%1”来自更新版本的 Rooflight。请升级本程序后再打开。</translation>
    </message>
    <message>
        <source>The inputs of “%1” are not known.</source>
        <translation>需要为“%1”指定输入。</translation>
    </message>
    <message>
        <source>“%1” raised an error while it ran.</source>
        <translation>“%1”运行时出错。</translation>
    </message>
    <message>
        <source>“%1” crashed the process that ran it.</source>
        <translation>“%1”使运行它的进程意外终止。</translation>
    </message>
    <message>
        <source>The device for “%1” is not available.</source>
        <translation>“%1”所需的设备不存在。</translation>
    </message>
    <message>
        <source>“%1” needs more memory than is available. Try a smaller batch.</source>
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
        <source>“%1” makes calls that are not known to be safe, and was not run.</source>
        <translation>“%1”调用了未知是否安全的操作，因此未运行。</translation>
    </message>
    <message>
        <source>The worker process ended unexpectedly. The results so far are kept.</source>
        <translation>工作进程已丢失。此前收到的结果仍然保留。</translation>
    </message>
    <message>
        <source>“%1” could not be written.</source>
        <translation>无法写入“%1”。</translation>
    </message>
    <message>
        <source>An internal error in Rooflight stopped the work on “%1”.</source>
        <translation>Rooflight 的一处缺陷中断了对“%1”的处理。</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Latency of the whole model</source>
        <translation>整个模型的延迟</translation>
    </message>
    <message>
        <source>Share of the runs</source>
        <translation>运行所占比例</translation>
    </message>
    <message>
        <source>Each call in order</source>
        <translation>按顺序的每次调用</translation>
    </message>
    <message>
        <source>Timing methods</source>
        <translation>计时方法</translation>
    </message>
    <message>
        <source>Batch sizes</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>改进措施</translation>
    </message>
    <message>
        <source>Bandwidth by footprint</source>
        <translation>按访问范围测量的带宽</translation>
    </message>
</context>
<context>
    <name>Formulas</name>
    <message>
        <source>(2 × samples - 1) × |out|, 2 samples × max(1, shrinking) a side</source>
        <translation>(2 × 采样数 - 1) × |out|，每边 2 个采样 × max(1, 缩小倍数)</translation>
    </message>
    <message>
        <source>(2 × samples - 1) × |out|, 4 samples × max(1, shrinking) a side</source>
        <translation>(2 × 采样数 - 1) × |out|，每边 4 个采样 × max(1, 缩小倍数)</translation>
    </message>
    <message>
        <source>(2 × samples - 1) × |out|: 4 samples, 8 in 3-D, 16 bicubic, none nearest</source>
        <translation>(2 × 采样数 - 1) × |out|：4 个采样，三维 8 个，双三次 16 个，最近邻没有</translation>
    </message>
    <message>
        <source>(8 × sampling_ratio² + 1) × |out|; without a ratio an upper bound: each box as large as the map</source>
        <translation>(8 × sampling_ratio² + 1) × |out|；未给出比率时为上限：如同每个框都是整张特征图</translation>
    </message>
    <message>
        <source>(kernel - 1) × |out| comparisons: no FLOPs</source>
        <translation>(核大小 - 1) × |out| 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>0; a view if the memory stays the same</source>
        <translation>0；内存不变时为视图</translation>
    </message>
    <message>
        <source>0; in training |in|</source>
        <translation>0；训练时 |in|</translation>
    </message>
    <message>
        <source>10 per hidden value, + 3 for each bias</source>
        <translation>每个隐藏值 10，每个偏置 + 3</translation>
    </message>
    <message>
        <source>10n³: 5 products; approximate, as the number of squarings depends on the values</source>
        <translation>10n³：5 次乘积；近似值，平方次数取决于数值</translation>
    </message>
    <message>
        <source>13 per hidden value, + 4 for each bias</source>
        <translation>每个隐藏值 13，每个偏置 + 4</translation>
    </message>
    <message>
        <source>2 × |out| × terms</source>
        <translation>2 × |out| × 项数</translation>
    </message>
    <message>
        <source>2.5|in| × log2 of each length</source>
        <translation>2.5|in| × log2(各长度)</translation>
    </message>
    <message>
        <source>2.5|out| × log2 of each length</source>
        <translation>2.5|out| × log2(各长度)</translation>
    </message>
    <message>
        <source>2m n² - 2n³/3; n ≤ m are the rows and columns</source>
        <translation>2m n² - 2n³/3，n ≤ m 为行数或列数</translation>
    </message>
    <message>
        <source>2n² per right-hand side</source>
        <translation>每个右端项 2n²</translation>
    </message>
    <message>
        <source>2n³/3 + 2n² per right-hand side</source>
        <translation>2n³/3 + 每个右端项 2n²</translation>
    </message>
    <message>
        <source>2n³/3 for LU</source>
        <translation>LU 分解 2n³/3</translation>
    </message>
    <message>
        <source>2n³: LU 2n³/3, inverse 4n³/3</source>
        <translation>2n³：LU 分解 2n³/3，求逆 4n³/3</translation>
    </message>
    <message>
        <source>2|grad|: the derivative and the product with it</source>
        <translation>2|grad|：导数及其乘积</translation>
    </message>
    <message>
        <source>2|in|; in training 5|in|, 4|in| without weight</source>
        <translation>2|in|；训练时 5|in|，无权重时 4|in|</translation>
    </message>
    <message>
        <source>3 × |indices| × width, 4 × with weights</source>
        <translation>3 × |indices| × 宽度，有权重时 4 ×</translation>
    </message>
    <message>
        <source>3 × |out| × features (subtract, square, add) + |out| roots</source>
        <translation>3 × |out| × 特征数（减、平方、加）+ |out| 次开方</translation>
    </message>
    <message>
        <source>4m n k - 2(m + n)k² + 4k³/3 for k reflectors</source>
        <translation>4m n k - 2(m + n)k² + 4k³/3，k 为反射子数</translation>
    </message>
    <message>
        <source>4m n k - 2n k² for k reflectors</source>
        <translation>4m n k - 2n k²，k 为反射子数</translation>
    </message>
    <message>
        <source>4|in|, 3|in| without weight</source>
        <translation>4|in|，无权重时 3|in|</translation>
    </message>
    <message>
        <source>5|in|, 4|in| without weight</source>
        <translation>5|in|，无权重时 4|in|</translation>
    </message>
    <message>
        <source>5|in|, 4|in| without weight; 2|in| with running statistics</source>
        <translation>5|in|，无权重时 4|in|；使用滑动统计量时 2|in|</translation>
    </message>
    <message>
        <source>5|out| × log2 of each length</source>
        <translation>5|out| × log2(各长度)</translation>
    </message>
    <message>
        <source>7|in|; 3|in| without the input&apos;s gradient, 4|in| with known statistics</source>
        <translation>7|in|；不求输入梯度时 3|in|，统计量已知时 4|in|</translation>
    </message>
    <message>
        <source>8|grad|: 4 weights, 4 additions</source>
        <translation>8|grad|：4 个权重，4 次加法</translation>
    </message>
    <message>
        <source>8|in| for the input, 7|in| without weight; 4|in| for the weight, |in| for the bias</source>
        <translation>输入 8|in|，无权重时 7|in|；权重 4|in|，偏置 |in|</translation>
    </message>
    <message>
        <source>9n³; eigenvalues only: 4n³/3</source>
        <translation>9n³；仅求特征值时 4n³/3</translation>
    </message>
    <message>
        <source>B × (2 Sq + 2 Sk) × E² + 2 × B × Sq × Sk × E MAC + a bias per projection + 5 per score for softmax; nested: projections without padding, scores with padding</source>
        <translation>B × (2 Sq + 2 Sk) × E² + 2 × B × Sq × Sk × E 次 MAC + 每个投影一个偏置 + softmax 每个得分 5；嵌套张量：投影按实际元素计，得分按填充后计</translation>
    </message>
    <message>
        <source>B × H × Sq × Sk × (3 E + 2 Ev) MAC + 4 per score for softmax + 2|grad|</source>
        <translation>B × H × Sq × Sk × (3 E + 2 Ev) 次 MAC + softmax 每个得分 4 + 2|grad|</translation>
    </message>
    <message>
        <source>B × H × Sq × Sk × (E + Ev) MAC + 5 per score for softmax</source>
        <translation>B × H × Sq × Sk × (E + Ev) 次 MAC + softmax 每个得分 5</translation>
    </message>
    <message>
        <source>B × H × Sq × Sk × (E + Ev) MAC + 5 per score for softmax + 1 for a mask; pairs that a causal mask hides are counted</source>
        <translation>B × H × Sq × Sk × (E + Ev) 次 MAC + softmax 每个得分 5 + 掩码 1；因果掩码的得分也计入</translation>
    </message>
    <message>
        <source>B × H × Sq × Sk × (E + Ev) MAC + 5 per score for softmax; packed sequences: Sk of the longest one</source>
        <translation>B × H × Sq × Sk × (E + Ev) 次 MAC + softmax 每个得分 5；打包序列：Sk 取最长者</translation>
    </message>
    <message>
        <source>N × input positions × |weight| MAC; bias: |out| additions</source>
        <translation>N × 输入位置数 × |weight| 次 MAC；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>N × output positions × |weight| MAC, input positions when transposed; bias: |out| additions</source>
        <translation>N × 输出位置数 × |weight| 次 MAC，转置时为输入位置数；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>N × output positions × |weight| MAC; bias: |out| additions</source>
        <translation>N × 输出位置数 × |weight| 次 MAC；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>N × output positions × |weight| MAC; bias: |out| additions; complex: 3 real convolutions</source>
        <translation>N × 输出位置数 × |weight| 次 MAC；偏置：|out| 次加法；复数：按 3 次实数计</translation>
    </message>
    <message>
        <source>as _native_multi_head_attention + 2 × B × S × E × hidden MAC + biases, 2 layer norms, 2 additions, activation</source>
        <translation>同 _native_multi_head_attention，+ 2 × B × S × E × 隐藏宽度 次 MAC + 偏置、2 次层归一化、2 次加法、激活</translation>
    </message>
    <message>
        <source>as addmm, + |out| for the activation</source>
        <translation>同 addmm，激活 + |out|</translation>
    </message>
    <message>
        <source>as conv2d, + 2|out| for addition and ReLU</source>
        <translation>同 conv2d，加法和 ReLU + 2|out|</translation>
    </message>
    <message>
        <source>as conv2d, + 2|out| for clamping</source>
        <translation>同 conv2d，截断 + 2|out|</translation>
    </message>
    <message>
        <source>as conv2d, + 8 per tap and input channel for sampling, + 1 with a mask</source>
        <translation>同 conv2d，采样时每个抽头和输入通道 + 8，有掩码时 + 1</translation>
    </message>
    <message>
        <source>as conv2d, + |out| for each fused operation</source>
        <translation>同 conv2d，每个融合的运算 + |out|</translation>
    </message>
    <message>
        <source>as conv2d, + |out| for the ReLU</source>
        <translation>同 conv2d，ReLU + |out|</translation>
    </message>
    <message>
        <source>as conv_transpose2d, + 2|out| for clamping</source>
        <translation>同 conv_transpose2d，截断 + 2|out|</translation>
    </message>
    <message>
        <source>as conv_transpose2d, + |out| for each fused operation</source>
        <translation>同 conv_transpose2d，每个融合的运算 + |out|</translation>
    </message>
    <message>
        <source>as linear, + 2|out| for clamping</source>
        <translation>同 linear，截断 + 2|out|</translation>
    </message>
    <message>
        <source>as linear, + |out| for each fused operation</source>
        <translation>同 linear，每个融合的运算 + |out|</translation>
    </message>
    <message>
        <source>as lstm, gru, rnn_tanh or rnn_relu, depending on the mode</source>
        <translation>按模式同 lstm、gru、rnn_tanh 或 rnn_relu</translation>
    </message>
    <message>
        <source>as mm; bias: |out| additions</source>
        <translation>同 mm；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>as quantized::conv2d, + 2|out| for the fused operations</source>
        <translation>同 quantized::conv2d，融合的部分 + 2|out|</translation>
    </message>
    <message>
        <source>as quantized::conv2d, + |out| for the fused operation</source>
        <translation>同 quantized::conv2d，融合的部分 + |out|</translation>
    </message>
    <message>
        <source>as quantized::linear, + |out| for the activation</source>
        <translation>同 quantized::linear，激活 + |out|</translation>
    </message>
    <message>
        <source>as the convolution for each requested gradient, of the input and of the weight; bias: |grad| additions</source>
        <translation>输入梯度同该卷积，权重梯度再计一次（需要时）；偏置：|grad| 次加法</translation>
    </message>
    <message>
        <source>at most boxes² comparisons of pairs, depending on the values: no FLOPs</source>
        <translation>最多 框数² 次成对比较：不计 FLOP；次数取决于数值</translation>
    </message>
    <message>
        <source>at most |out| × cells of the largest window + |out|</source>
        <translation>最多 |out| × 最大窗口的单元数 + |out|</translation>
    </message>
    <message>
        <source>at most |out| × cells of the largest window comparisons: no FLOPs</source>
        <translation>最多 |out| × 最大窗口的单元数 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>as geqrf, + 4m c n - 2(m + c)n² + 4n³/3 for Q with c columns</source>
        <translation>geqrf；求 c 列的 Q 时再加 4m c n - 2(m + c)n² + 4n³/3</translation>
    </message>
    <message>
        <source>m n² - n³/3; n ≤ m are the rows and columns</source>
        <translation>m n² - n³/3，n ≤ m 为行数或列数</translation>
    </message>
    <message>
        <source>n ≤ m: 2m n² - 2n³/3 + (4m n - n²) per right-hand side</source>
        <translation>n ≤ m：2m n² - 2n³/3 + 每个右端项 4m n - n²</translation>
    </message>
    <message>
        <source>n ≤ m: 6m n² + 20n³ for the SVD + 2m n² for the product</source>
        <translation>n ≤ m：奇异值分解 6m n² + 20n³ + 乘积 2m n²</translation>
    </message>
    <message>
        <source>n ≤ m: 6m n² + 20n³; full: 4m² n + 22n³; singular values only: 2m n² + 2n³</source>
        <translation>n ≤ m：6m n² + 20n³；完整时 4m² n + 22n³；仅求奇异值时 2m n² + 2n³</translation>
    </message>
    <message>
        <source>n² per right-hand side</source>
        <translation>每个右端项 n²</translation>
    </message>
    <message>
        <source>n³/3; complex: 4 times as many, as for every decomposition and solver</source>
        <translation>n³/3；复数：4 倍，所有分解与求解均如此</translation>
    </message>
    <message>
        <source>one addition for each element of the source</source>
        <translation>源的每个元素一次加法</translation>
    </message>
    <message>
        <source>one layer in one direction, as lstm, gru, rnn_tanh or rnn_relu, depending on the mode</source>
        <translation>单层单向，按模式同 lstm、gru、rnn_tanh 或 rnn_relu</translation>
    </message>
    <message>
        <source>one step of the layer of that name</source>
        <translation>同名层的一步</translation>
    </message>
    <message>
        <source>steps × |weights| MAC + steps × |biases| + 10 per hidden value for the gates</source>
        <translation>步数 × |weights| 次 MAC + 步数 × |biases| + 门控每个隐藏值 10</translation>
    </message>
    <message>
        <source>steps × |weights| MAC + steps × |biases| + 13 per hidden value for the gates</source>
        <translation>步数 × |weights| 次 MAC + 步数 × |biases| + 门控每个隐藏值 13</translation>
    </message>
    <message>
        <source>steps × |weights| MAC + steps × |biases| + 2 per hidden value</source>
        <translation>步数 × |weights| 次 MAC + 步数 × |biases| + 每个隐藏值 2</translation>
    </message>
    <message>
        <source>stored elements</source>
        <translation>已存储的元素数</translation>
    </message>
    <message>
        <source>stored elements of the result × K MAC + one addition each</source>
        <translation>结果中已存储的元素数 × K 次 MAC + 各一次加法</translation>
    </message>
    <message>
        <source>stored elements × columns MAC; two sparse operands: stored × stored / rows, an average</source>
        <translation>已存储的元素数 × 列数 次 MAC；两个均为稀疏时按平均计：已存储 × 已存储 / 行数</translation>
    </message>
    <message>
        <source>stored × log2(stored) comparisons to sort: no FLOPs</source>
        <translation>排序比较 已存储 × log2(已存储) 次：不计 FLOP</translation>
    </message>
    <message>
        <source>sum of the windows + |grad| divisions</source>
        <translation>各窗口之和 + |grad| 次除法</translation>
    </message>
    <message>
        <source>sum of the windows + |out| divisions</source>
        <translation>各窗口之和 + |out| 次除法</translation>
    </message>
    <message>
        <source>sum of the windows - |out| comparisons: no FLOPs</source>
        <translation>各窗口之和 - |out| 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>sum of the windows without padding + |grad| divisions</source>
        <translation>各窗口（不含填充）之和 + |grad| 次除法</translation>
    </message>
    <message>
        <source>sum of the windows without padding + |out| divisions</source>
        <translation>各窗口（不含填充）之和 + |out| 次除法</translation>
    </message>
    <message>
        <source>|batch1| × last dimension of batch2 MAC + |out| additions</source>
        <translation>|batch1| × batch2 的最后一维 次 MAC + |out| 次加法</translation>
    </message>
    <message>
        <source>|indices| × width</source>
        <translation>|indices| × 宽度</translation>
    </message>
    <message>
        <source>|indices| × width, twice as many with weights; mean: + |out|</source>
        <translation>|indices| × 宽度，有权重时两倍；求平均：+ |out|</translation>
    </message>
    <message>
        <source>|in| comparisons: no FLOPs</source>
        <translation>|in| 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>|in| comparisons: no FLOPs; for two tensors |out|</source>
        <translation>|in| 次比较：不计 FLOP；两个张量时 |out|</translation>
    </message>
    <message>
        <source>|in| × log2(length) comparisons: no FLOPs</source>
        <translation>|in| × log2(长度) 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>|in| × log2(|in|) comparisons: no FLOPs</source>
        <translation>|in| × log2(|in|) 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>|in|; on integers no FLOPs</source>
        <translation>|in|；整数不计 FLOP</translation>
    </message>
    <message>
        <source>|out| MAC</source>
        <translation>|out| 次 MAC</translation>
    </message>
    <message>
        <source>|out| comparisons: no FLOPs</source>
        <translation>|out| 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>|out| × (dimensions + 1) MAC</source>
        <translation>|out| × (维数 + 1) 次 MAC</translation>
    </message>
    <message>
        <source>|out| × (in1 + 1) × in2 MAC; bias: |out| additions</source>
        <translation>|out| × (in1 + 1) × in2 次 MAC；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>|out| × K / 2 MAC; addmm, bias: + |out| additions</source>
        <translation>|out| × K / 2 次 MAC；addmm、偏置：+ |out| 次加法</translation>
    </message>
    <message>
        <source>|out| × in_features / 2 MAC; bias: |out| additions</source>
        <translation>|out| × in_features / 2 次 MAC；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>|out| × in_features MAC; bias: |out| additions</source>
        <translation>|out| × in_features 次 MAC；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>|out| × kernel × input channels MAC + |out| additions</source>
        <translation>|out| × 核大小 × 输入通道数 次 MAC + |out| 次加法</translation>
    </message>
    <message>
        <source>|out| × last dimension of the left operand MAC + |out| additions</source>
        <translation>|out| × 左操作数的最后一维 次 MAC + |out| 次加法</translation>
    </message>
    <message>
        <source>|out| × last dimension of the left operand MAC; sparse operand: its stored elements × rows or columns of the other operand</source>
        <translation>|out| × 左操作数的最后一维 次 MAC；稀疏操作数：已存储的元素数 × 另一边</translation>
    </message>
    <message>
        <source>|out| × log2(boundaries + 1) comparisons: no FLOPs</source>
        <translation>|out| × log2(边界数 + 1) 次比较：不计 FLOP</translation>
    </message>
    <message>
        <source>|out|; for two complex operands 11|out|</source>
        <translation>|out|；两个复数时 11</translation>
    </message>
    <message>
        <source>|out|; on complex numbers 2|out|</source>
        <translation>|out|；复数时 2|out|</translation>
    </message>
    <message>
        <source>|out|; on integers no FLOPs; for two complex operands 6|out|</source>
        <translation>|out|；整数不计 FLOP；两个复数时 6</translation>
    </message>
    <message>
        <source>|out|; on integers no FLOPs; on complex numbers 2|out|</source>
        <translation>|out|；整数不计 FLOP；复数时 2|out|</translation>
    </message>
    <message>
        <source>at most 1 sample per output read, output written</source>
        <translation>每个输出最多读取 1 个采样，写出输出</translation>
    </message>
    <message>
        <source>at most 16 samples per output read, output written</source>
        <translation>每个输出最多读取 16 个采样，写出输出</translation>
    </message>
    <message>
        <source>at most 2 samples per output read, output written</source>
        <translation>每个输出最多读取 2 个采样，写出输出</translation>
    </message>
    <message>
        <source>at most 4 samples per output read, output written</source>
        <translation>每个输出最多读取 4 个采样，写出输出</translation>
    </message>
    <message>
        <source>at most 8 samples per output read, output written</source>
        <translation>每个输出最多读取 8 个采样，写出输出</translation>
    </message>
    <message>
        <source>boxes and at most their samples per output read, output written</source>
        <translation>读取框，每个输出最多读取其采样，写出输出</translation>
    </message>
    <message>
        <source>grid and at most its samples per output read, output written</source>
        <translation>读取网格，每个输出最多读取其采样，写出输出</translation>
    </message>
    <message>
        <source>in place: values and indices read, selected elements written</source>
        <translation>原地：读取数值和索引，写出选中的元素</translation>
    </message>
    <message>
        <source>inputs and 4 values per channel read, output written</source>
        <translation>读取输入和每通道 4 个数值，写出输出</translation>
    </message>
    <message>
        <source>inputs except self read, output written</source>
        <translation>读取除 self 外的输入，写出输出</translation>
    </message>
    <message>
        <source>inputs read, outputs written</source>
        <translation>读取输入，写出输出</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none outside training</source>
        <translation>训练以外无</translation>
    </message>
    <message>
        <source>outputs written</source>
        <translation>写出输出</translation>
    </message>
    <message>
        <source>selected elements and indices read, output written</source>
        <translation>读取选中的元素和索引，写出输出</translation>
    </message>
    <message>
        <source>selected elements and target read, output written</source>
        <translation>读取选中的元素和目标，写出输出</translation>
    </message>
    <message>
        <source>selected rows and indices read, output written</source>
        <translation>读取选中的行和索引，写出输出</translation>
    </message>
    <message>
        <source>sources read, target written</source>
        <translation>读取源，写出目标</translation>
    </message>
    <message>
        <source>Bader, Blanes, Casas 2019: polynomial of degree 18</source>
        <translation>Bader、Blanes、Casas 2019：18 次多项式</translation>
    </message>
    <message>
        <source>DeepSpeed flops profiler, fvcore batchnorm_flop_jit: scale and shift in inference</source>
        <translation>DeepSpeed flops profiler、fvcore batchnorm_flop_jit：推理时为缩放和平移</translation>
    </message>
    <message>
        <source>FFTW, www.fftw.org/speed: 5 n log2 n; half of that between real and complex</source>
        <translation>FFTW，www.fftw.org/speed：5 n log2 n；实数与复数之间为其一半</translation>
    </message>
    <message>
        <source>Golub, Van Loan: Matrix Computations, 4th edition, leading terms</source>
        <translation>Golub、Van Loan：Matrix Computations，第 4 版，主项</translation>
    </message>
    <message>
        <source>LAPACK Working Note 41, appendix C: leading terms</source>
        <translation>LAPACK Working Note 41，附录 C：主项</translation>
    </message>
    <message>
        <source>PyTorch aten/src/ATen/native/transformers: the operators that it calls</source>
        <translation>PyTorch aten/src/ATen/native/transformers：该算子所调用的内容</translation>
    </message>
    <message>
        <source>PyTorch torch/utils/flop_counter.py, sdpa_backward_flop_count; softmax is added</source>
        <translation>PyTorch torch/utils/flop_counter.py，sdpa_backward_flop_count；softmax 另计</translation>
    </message>
    <message>
        <source>PyTorch torch/utils/flop_counter.py, sdpa_flop_count; softmax is added</source>
        <translation>PyTorch torch/utils/flop_counter.py，sdpa_flop_count；softmax 另计</translation>
    </message>
    <message>
        <source>XNNPACK clamps each output to its range</source>
        <translation>XNNPACK 将每个输出截断到其范围</translation>
    </message>
    <message>
        <source>a binary search</source>
        <translation>二分查找</translation>
    </message>
    <message>
        <source>a comparison sort</source>
        <translation>比较排序</translation>
    </message>
    <message>
        <source>a copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>a copy in another type</source>
        <translation>转换类型的复制</translation>
    </message>
    <message>
        <source>a copy of samples</source>
        <translation>采样的复制</translation>
    </message>
    <message>
        <source>a weighted sum of n samples is n multiplications and n - 1 additions</source>
        <translation>n 个采样的加权和为 n 次乘法和 n - 1 次加法</translation>
    </message>
    <message>
        <source>queries a shape or a property</source>
        <translation>查询形状或属性</translation>
    </message>
    <message>
        <source>copies the triangles</source>
        <translation>复制三角部分</translation>
    </message>
    <message>
        <source>definition</source>
        <translation>定义</translation>
    </message>
    <message>
        <source>definition of the distance</source>
        <translation>距离的定义</translation>
    </message>
    <message>
        <source>definition of the loss; the mean or sum adds one per element</source>
        <translation>损失的定义；求平均或求和时每个元素加一</translation>
    </message>
    <message>
        <source>definition of the product</source>
        <translation>乘积的定义</translation>
    </message>
    <message>
        <source>definition: a convolution over the first dimension</source>
        <translation>定义：沿第一维的卷积</translation>
    </message>
    <message>
        <source>definition: difference, exponential, log1p, addition</source>
        <translation>定义：差、指数、log1p、加法</translation>
    </message>
    <message>
        <source>definition: difference, square, sum</source>
        <translation>定义：差、平方、求和</translation>
    </message>
    <message>
        <source>definition: mask and scale</source>
        <translation>定义：掩码和缩放</translation>
    </message>
    <message>
        <source>definition: maximum, subtraction, exponential, sum, division</source>
        <translation>定义：最大值、减法、指数、求和、除法</translation>
    </message>
    <message>
        <source>definition: maximum, subtraction, exponential, sum; logarithm</source>
        <translation>定义：最大值、减法、指数、求和；对数</translation>
    </message>
    <message>
        <source>definition: one product, one addition</source>
        <translation>定义：一次乘法，一次加法</translation>
    </message>
    <message>
        <source>definition: operations of one pass over the input</source>
        <translation>定义：遍历一次输入的运算</translation>
    </message>
    <message>
        <source>definition: scale and zero point</source>
        <translation>定义：缩放和零点</translation>
    </message>
    <message>
        <source>definition: scale, zero point and one addition for each element of each row</source>
        <translation>定义：缩放、零点，以及每行每个元素一次加法</translation>
    </message>
    <message>
        <source>definition: self + weight × (end - self)</source>
        <translation>定义：self + weight × (end - self)</translation>
    </message>
    <message>
        <source>definition: sine and cosine, each times the radius</source>
        <translation>定义：正弦和余弦，各乘以半径</translation>
    </message>
    <message>
        <source>definition: square, sum, scale</source>
        <translation>定义：平方、求和、缩放</translation>
    </message>
    <message>
        <source>definition: square, sum, scale, weight</source>
        <translation>定义：平方、求和、缩放、权重</translation>
    </message>
    <message>
        <source>definition: two of four weights are zero and are left out</source>
        <translation>定义：每四个权重中有两个为零，不计入</translation>
    </message>
    <message>
        <source>definition: two operations per element, the scalar factor not counted</source>
        <translation>定义：每个元素两次运算，系数除外</translation>
    </message>
    <message>
        <source>derivative of the definition</source>
        <translation>定义的导数</translation>
    </message>
    <message>
        <source>derivative with constants combined per channel: two sums, then two scales and a shift</source>
        <translation>按通道合并的导数：两次求和，然后各一次缩放和一次平移</translation>
    </message>
    <message>
        <source>each gradient is added where its value came from</source>
        <translation>每个梯度加到其数值的来源处</translation>
    </message>
    <message>
        <source>flop_counter.py for the convolution, plus the fused operations</source>
        <translation>卷积按 flop_counter.py，再加上与之融合的部分</translation>
    </message>
    <message>
        <source>flop_counter.py, conv_flop_count, the same as for floating point</source>
        <translation>flop_counter.py，conv_flop_count，同浮点</translation>
    </message>
    <message>
        <source>flop_counter.py, mm_flop, the same as for floating point</source>
        <translation>flop_counter.py，mm_flop，同浮点</translation>
    </message>
    <message>
        <source>allocates memory</source>
        <translation>预留的内存</translation>
    </message>
    <message>
        <source>fills memory with values</source>
        <translation>将内存设为数值</translation>
    </message>
    <message>
        <source>moves elements</source>
        <translation>移动元素</translation>
    </message>
    <message>
        <source>moves elements between padded and ragged batches</source>
        <translation>在填充批次与不等长批次之间移动元素</translation>
    </message>
    <message>
        <source>native/AffineGridGenerator.cpp: a bmm</source>
        <translation>native/AffineGridGenerator.cpp：一次 bmm</translation>
    </message>
    <message>
        <source>nothing to compute in inference</source>
        <translation>推理时无需计算</translation>
    </message>
    <message>
        <source>one addition for each element of each row, plus the multiplications and divisions</source>
        <translation>每行每个元素一次加法，以及所做的乘除</translation>
    </message>
    <message>
        <source>one addition for each input element</source>
        <translation>每个输入元素一次加法</translation>
    </message>
    <message>
        <source>one per element of the broadcast result</source>
        <translation>广播结果的每个元素一次</translation>
    </message>
    <message>
        <source>one per element of the broadcast result; complex by LAPACK Working Note 41 and the textbook quotient</source>
        <translation>广播结果的每个元素一次；复数按 LAPACK Working Note 41 和教科书的商</translation>
    </message>
    <message>
        <source>one per element of the broadcast result; requantization is not counted</source>
        <translation>广播结果的每个元素一次；重新量化不计</translation>
    </message>
    <message>
        <source>one per element, as DeepSpeed and torchstat count activations</source>
        <translation>每个元素一次，与 DeepSpeed 和 torchstat 对激活的计数一致</translation>
    </message>
    <message>
        <source>one per element, as for the activation</source>
        <translation>每个元素一次，同激活</translation>
    </message>
    <message>
        <source>one per element, because libraries compute it differently</source>
        <translation>每个元素一次：各库的算法不同</translation>
    </message>
    <message>
        <source>random draws are not FLOPs</source>
        <translation>随机抽取不计 FLOP</translation>
    </message>
    <message>
        <source>shares the memory of its input</source>
        <translation>与输入共用内存</translation>
    </message>
    <message>
        <source>shares the memory of its input, or queries a property</source>
        <translation>与输入共用内存，或查询属性</translation>
    </message>
    <message>
        <source>thop rnn_hooks.py for the products; gates by the equations in PyTorch&apos;s manual</source>
        <translation>乘积按 thop rnn_hooks.py；门控按 PyTorch 手册中的公式</translation>
    </message>
    <message>
        <source>torchvision csrc/ops/cpu: 4 multiply-adds per sample, counted as 8 FLOPs</source>
        <translation>torchvision csrc/ops/cpu：每个采样 4 次乘加，计为 8 FLOP</translation>
    </message>
    <message>
        <source>weights arranged for a kernel</source>
        <translation>为内核排布的权重</translation>
    </message>
    <message>
        <source>|out| × K MAC for the rows that the offsets cover; K / groups if the groups share K; bias: |out| additions</source>
        <translation>按 offsets 覆盖的部分：|out| × K MAC；各组共享 K 时为 K / 组数；偏置：|out| 次加法</translation>
    </message>
    <message>
        <source>the operands of groups that are not empty read, their part of the output written</source>
        <translation>读取各操作数中非空组的部分，写出其对应的输出部分</translation>
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
        <source>No timed runs yet. Time the model, then select a layer to see the distribution of its runs.</source>
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
    <message>
        <source>left of the axis: %1</source>
        <translation>轴左侧之外：%1</translation>
    </message>
    <message>
        <source>Freedman-Diaconis</source>
        <translation>Freedman-Diaconis 规则</translation>
    </message>
    <message>
        <source>Sturges</source>
        <translation>Sturges 规则</translation>
    </message>
    <message>
        <source>Latency (logarithmic), bars: %1, %2</source>
        <translation>延迟（对数），柱数：%1，%2</translation>
    </message>
    <message>
        <source>Latency, bars of %1: %2</source>
        <translation>延迟，每柱 %1：%2</translation>
    </message>
    <message>
        <source>%1, median %2</source>
        <translation>%1，中位数 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>InputRow</name>
    <message>
        <source>A shape is missing, such as 1x3x224x224.</source>
        <translation>缺少形状，例如 1x3x224x224。</translation>
    </message>
    <message>
        <source>This is not JSON: %1.</source>
        <translation>这不是 JSON：%1。</translation>
    </message>
    <message>
        <source>“%1” is not a shape. Write integers with x between them, such as 1x3x224x224, or 0d for a scalar.</source>
        <translation>“%1”不是形状。形状是用 x 连接的整数，例如 1x3x224x224；标量写作 0d。</translation>
    </message>
    <message>
        <source>The range %1 ends before it begins.</source>
        <translation>范围 %1 的终点在起点之前。</translation>
    </message>
    <message>
        <source>“%1” cannot fill a tensor. Choose %2, a number, or a range such as 0..30521.</source>
        <translation>“%1”不能用来填充张量。请选择 %2、一个数，或一个范围，例如 0..30521。</translation>
    </message>
    <message>
        <source>“%1” is not the name of an argument: use letters, digits and _, and do not begin with a digit.</source>
        <translation>“%1”不是参数名：参数名由字母、数字和 _ 组成，且不以数字开头。</translation>
    </message>
    <message>
        <source>Only a tensor has a type and a fill, and “%1” is not a tensor.</source>
        <translation>只有张量才有类型和填充，而“%1”不是张量。</translation>
    </message>
    <message>
        <source>“%1” is not an element type. Choose %2.</source>
        <translation>“%1”不是类型。请选择 %2。</translation>
    </message>
</context>
<context>
    <name>LatencyFigures</name>
    <message>
        <source>No timed runs yet.</source>
        <translation>尚无计时运行。</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>运行次数：%1</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Cumulative runs</source>
        <translation>不超过该值的运行</translation>
    </message>
    <message>
        <source>First call: %1</source>
        <translation>首次调用：%1</translation>
    </message>
    <message>
        <source>Latency (logarithmic)</source>
        <translation>延迟（对数）</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>BoxFigures</name>
    <message>
        <source>Timing methods</source>
        <translation>计时方法</translation>
    </message>
    <message>
        <source>Reference: %1</source>
        <translation>参考：%1</translation>
    </message>
    <message>
        <source>No method has been used yet.</source>
        <translation>尚未使用任何方法。</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>Mean without warm-up</source>
        <translation>不预热时的平均值</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>交错计时</translation>
    </message>
    <message>
        <source>Rounds: %1</source>
        <translation>轮数：%1</translation>
    </message>
    <message>
        <source>No round has finished yet.</source>
        <translation>还没有完成一轮。</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>cpu or cuda:N</source>
        <translation>cpu 或 cuda:N</translation>
    </message>
    <message>
        <source>CPU threads; chosen by LibTorch by default</source>
        <translation>CPU 线程数；默认由 LibTorch 选择</translation>
    </message>
    <message>
        <source>What FLOPs count</source>
        <translation>FLOP 的计数方式</translation>
    </message>
    <message>
        <source>Memory that the model may use; nine tenths of the available memory by default</source>
        <translation>模型可用的内存；默认为可用内存的十分之九</translation>
    </message>
    <message>
        <source>Time for the roofs: at most 5, 30 or 180 seconds</source>
        <translation>测量屋顶线的时间：最多 5、30 或 180 秒</translation>
    </message>
    <message>
        <source>How forward() is executed</source>
        <translation>forward() 的执行方式</translation>
    </message>
    <message>
        <source>Element type of weights and inputs</source>
        <translation>权重与输入的元素类型</translation>
    </message>
    <message>
        <source>Order of dimensions of weights and inputs</source>
        <translation>权重与输入的维度顺序</translation>
    </message>
    <message>
        <source>Whether fp32 work may run in TF32 on CUDA</source>
        <translation>在 CUDA 上 fp32 运算是否可用 TF32</translation>
    </message>
    <message>
        <source>What caches hold when a run begins: cold flushes them</source>
        <translation>一次运行开始时缓存中的内容：“冷”会清空缓存</translation>
    </message>
    <message>
        <source>Warm-up calls before the measurement; until they are steady by default</source>
        <translation>测量前的预热次数；默认直到耗时稳定</translation>
    </message>
    <message>
        <source>Measured runs; until the median is known to 1 % by default</source>
        <translation>计入的运行次数；默认直到中位数精确到 1 %</translation>
    </message>
    <message>
        <source>Time for the measured runs</source>
        <translation>计入的运行所用的时间</translation>
    </message>
    <message>
        <source>Largest batch to try; limited by memory by default</source>
        <translation>尝试的最大批大小；默认受内存限制</translation>
    </message>
    <message>
        <source>Search sequentially: 1, then the multiples of this</source>
        <translation>逐个搜索：先是 1，然后是此数的倍数</translation>
    </message>
    <message>
        <source>Which dimension of the inputs is the batch: N, NAME=N for one argument, length of a list, or none; found by running the model by default</source>
        <translation>输入的哪一维是批：N；NAME=N 指一个参数；length 指列表的长度；none 表示没有。默认通过运行模型找出</translation>
    </message>
    <message>
        <source>On a GPU: also count the bytes in its memory with its own counters, if the driver allows it</source>
        <translation>在 GPU 上：驱动允许时，同时用其自带计数器统计显存读写的字节</translation>
    </message>
</context>
<context>
    <name>Phrases</name>
    <message>
        <source>layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>Not possible here: %1.</source>
        <translation>此处不可用：%1。</translation>
    </message>
    <message>
        <source>Batches larger than %1 do not fit into memory.</source>
        <translation>大于 %1 的批无法放入内存。</translation>
    </message>
    <message>
        <source>Batches larger than %1 were not tried.</source>
        <translation>未尝试大于 %1 的批。</translation>
    </message>
    <message>
        <source>Batches larger than %1 take too long per call.</source>
        <translation>大于 %1 的批单次调用耗时过长。</translation>
    </message>
    <message>
        <source>The model accepts no batch larger than %1.</source>
        <translation>模型不接受大于 %1 的批大小。</translation>
    </message>
    <message>
        <source>Not even the smallest batch ran.</source>
        <translation>连最小的批也未能运行。</translation>
    </message>
    <message>
        <source>The model accepts no batch other than %1.</source>
        <translation>模型不接受 %1 以外的批大小。</translation>
    </message>
    <message>
        <source>The sweep is not complete: started again, it continues from here.</source>
        <translation>扫描尚未完成：再次请求时将从此处继续。</translation>
    </message>
    <message>
        <source>Disturbed while they were timed: %1 of %2 batch sizes (%3). Sweep again when the machine is quiet.</source>
        <translation>计时时受到干扰的批大小：%2 个中有 %1 个（%3）。请在机器空闲时重新扫描。</translation>
    </message>
    <message>
        <source>Batch %1 is the smallest within 2 % of the highest throughput: %2 items/s.</source>
        <translation>批大小 %1 是与最高吞吐量相差 2 % 以内的最小值：%2 样本/秒。</translation>
    </message>
    <message>
        <source>The batch dimension is unknown, so this sweep gives no items per second.</source>
        <translation>尚不知道哪个维度是批：由这次扫描得不出每秒样本数。</translation>
    </message>
    <message>
        <source>the same again</source>
        <translation>与第一个相同</translation>
    </message>
    <message>
        <source>%1 less time (95 % interval: %2 to %3)</source>
        <translation>用时少 %1（95 % 区间：%2 至 %3）</translation>
    </message>
    <message>
        <source>%1 more time (95 % interval: %2 to %3)</source>
        <translation>用时多 %1（95 % 区间：%2 至 %3）</translation>
    </message>
    <message>
        <source>the same time to within 2 %</source>
        <translation>用时相同，相差不超过 2 %</translation>
    </message>
    <message>
        <source>not decided: these runs were disturbed, or too few</source>
        <translation>未能判定：这些运行受到干扰，或次数太少</translation>
    </message>
    <message>
        <source>no significant difference (95 % interval: %1 less to %2 more)</source>
        <translation>无显著差异（95 % 区间：从少 %1 到多 %2）</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>All variants run in every round, in random order, and are compared within it: drift affects them equally.</source>
        <translation>每一轮都按随机次序各运行一次，并在同一轮内比较：漂移对它们影响相同。</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 (and %2 like it)</source>
        <translation>%1（及 %2 个相同的层）</translation>
    </message>
    <message>
        <source>%1 turns compute-bound from %2 on.</source>
        <translation>%1 从 %2 起变为算力受限。</translation>
    </message>
    <message>
        <source>%1 turns bandwidth-bound from %2 on.</source>
        <translation>%1 从 %2 起变为带宽受限。</translation>
    </message>
    <message>
        <source>%1 turns compute-bound from %2 on at %3.</source>
        <translation>%3 时，%1 从 %2 起变为算力受限。</translation>
    </message>
    <message>
        <source>%1 turns bandwidth-bound from %2 on at %3.</source>
        <translation>%3 时，%1 从 %2 起变为带宽受限。</translation>
    </message>
    <message>
        <source>The model is compute-bound at all of these sizes.</source>
        <translation>模型在所有这些尺寸下都是算力受限。</translation>
    </message>
    <message>
        <source>The model is bandwidth-bound at all of these sizes.</source>
        <translation>模型在所有这些尺寸下都是带宽受限。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>time taken by the host</source>
        <translation>被宿主机占用的时间</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>At best on %1, with every operator at its roof: %2.</source>
        <translation>在 %1 上，若每个算子都达到屋顶线，最快为 %2。</translation>
    </message>
    <message>
        <source>On %1, with every operator at its roof: %2, or less, as its caches are not known.</source>
        <translation>在 %1 上，若每个算子都达到屋顶线，需要 %2；其缓存性能未知，实际可能更快。</translation>
    </message>
    <message>
        <source>%1 of its roof, %2: arithmetic limits it.</source>
        <translation>达到其屋顶线（%2）的 %1：受算力限制。</translation>
    </message>
    <message>
        <source>%1 of its roof, %2: memory traffic limits it.</source>
        <translation>达到其屋顶线（%2）的 %1：受访存带宽限制。</translation>
    </message>
    <message>
        <source>%1 of its roof, %2: arithmetic and memory traffic limit it equally.</source>
        <translation>达到其屋顶线（%2）的 %1：算力与访存带宽同时构成限制。</translation>
    </message>
    <message>
        <source>The call takes about as long as the work: fusing it with adjacent operators, or replaying it in a graph, would save calls.</source>
        <translation>调用开销与计算本身相当：与相邻算子融合，或录制成图后重放，可省去这些调用。</translation>
    </message>
    <message>
        <source>%1 of its roof: its implementation limits it, not arithmetic or memory. Likely reasons: %2.</source>
        <translation>仅达到其屋顶线的 %1：瓶颈不在算力或访存，而在其实现。可能的原因：%2。</translation>
    </message>
    <message>
        <source>At its roofs, arithmetic takes longest, under %1.</source>
        <translation>按屋顶线计，算术运算用时最长（%1）。</translation>
    </message>
    <message>
        <source>At its roofs, memory traffic takes longest, under %1.</source>
        <translation>按屋顶线计，访存用时最长（%1）。</translation>
    </message>
    <message>
        <source>At its roofs, arithmetic and memory traffic take about as long.</source>
        <translation>按屋顶线计，算术运算与访存用时相当。</translation>
    </message>
    <message>
        <source>At its roofs, its calls take longest.</source>
        <translation>按屋顶线计，调用开销用时最长。</translation>
    </message>
    <message>
        <source>%1 operator calls wait for their launches: replayed as a CUDA graph, a run takes %2 instead of %3.</source>
        <translation>%1 次算子调用在等待启动：以 CUDA 图重放时，一次运行耗时 %2，而非 %3。</translation>
    </message>
    <message>
        <source>%1 operator calls take at least %2 to launch: fusing them, or replaying them as a graph, would save most of it.</source>
        <translation>%1 次算子调用的启动开销至少为 %2：融合算子，或录制成图后重放，可省去其中大部分。</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未评判</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>算力受限</translation>
    </message>
    <message>
        <source>bandwidth-bound</source>
        <translation>带宽受限</translation>
    </message>
    <message>
        <source>launch-bound</source>
        <translation>启动开销受限</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>underutilized</source>
        <translation>利用不足</translation>
    </message>
    <message>
        <source>LibTorch&apos;s kernel for it works on one number at a time</source>
        <translation>LibTorch 的内核每次只处理一个数</translation>
    </message>
    <message>
        <source>fewer than 32,768 elements, which LibTorch processes in a single thread</source>
        <translation>元素不足 32,768 个，LibTorch 只用一个线程处理</translation>
    </message>
    <message>
        <source>rows shorter than a vector register</source>
        <translation>每行短于一个向量寄存器</translation>
    </message>
    <message>
        <source>functions such as exp and erf, which count as one FLOP but take dozens of instructions</source>
        <translation>exp 和 erf 等函数计为一次 FLOP，却需要数十条指令</translation>
    </message>
    <message>
        <source>images that are not in channels last, which oneDNN copies into its own formats</source>
        <translation>图像不是 channels last 排列,oneDNN 会将其复制为自己的格式</translation>
    </message>
    <message>
        <source>few multiply-adds per output, as in a depthwise convolution</source>
        <translation>每个输出的乘加次数很少，例如逐通道卷积</translation>
    </message>
    <message>
        <source>a matrix with fewer than 16 rows or columns</source>
        <translation>矩阵的行数或列数不足 16</translation>
    </message>
    <message>
        <source>a recurrent layer, whose steps wait for each other</source>
        <translation>循环层的各步必须依次进行</translation>
    </message>
    <message>
        <source>numbers that are converted to single precision and back</source>
        <translation>数值需转换为单精度再转换回来</translation>
    </message>
    <message>
        <source>none known to Rooflight</source>
        <translation>Rooflight 未能识别</translation>
    </message>
    <message>
        <source>layout conversion around it</source>
        <translation>前后的布局转换</translation>
    </message>
    <message>
        <source>a batch norm kernel for NCHW, not for channels last</source>
        <translation>批归一化使用了 NCHW 而非 channels last 的内核</translation>
    </message>
    <message>
        <source>no tensor cores</source>
        <translation>未使用张量核心</translation>
    </message>
    <message>
        <source>kernels written for older GPUs than this one</source>
        <translation>为比此 GPU 更旧的 GPU 编写的内核</translation>
    </message>
    <message>
        <source>a product in parts, which another kernel adds up</source>
        <translation>乘积被拆成几部分，由另一个内核相加</translation>
    </message>
    <message>
        <source>memory that is filled beside its work</source>
        <translation>在其本身工作之外填充内存</translation>
    </message>
    <message>
        <source>kernels of fewer blocks than the GPU has multiprocessors</source>
        <translation>线程块少于 GPU 流式多处理器的内核</translation>
    </message>
    <message>
        <source>many short kernels</source>
        <translation>许多短内核</translation>
    </message>
    <message>
        <source>kernels that convert, copy or fill beside its work</source>
        <translation>在其本身工作之外做转换、复制或填充的内核</translation>
    </message>
    <message>
        <source>layout conversion</source>
        <translation>布局转换</translation>
    </message>
    <message>
        <source>NCHW batch norm</source>
        <translation>NCHW 批归一化</translation>
    </message>
    <message>
        <source>older kernels</source>
        <translation>较旧的内核</translation>
    </message>
    <message>
        <source>split product</source>
        <translation>拆分的乘积</translation>
    </message>
    <message>
        <source>filled memory</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>few blocks</source>
        <translation>线程块太少</translation>
    </message>
    <message>
        <source>many kernels</source>
        <translation>内核众多</translation>
    </message>
    <message>
        <source>conversions and copies</source>
        <translation>转换与复制</translation>
    </message>
    <message>
        <source>layout conversion NCHW to NHWC around it: %1 of %2; channels last avoids it</source>
        <translation>前后有 NCHW 到 NHWC 的布局转换：%2 中的 %1；使用 channels last 可避免</translation>
    </message>
    <message>
        <source>no tensor cores, although type and shape allow them: %1 of %2</source>
        <translation>类型和形状允许，但未使用张量核心：%2 中的 %1</translation>
    </message>
    <message>
        <source>no tensor cores, as TF32 is not allowed for float32: %1 of %2</source>
        <translation>float32 不允许使用 TF32，因此未使用张量核心：%2 中的 %1</translation>
    </message>
    <message>
        <source>no tensor cores in float64: %1 of %2</source>
        <translation>float64 未使用张量核心：%2 中的 %1</translation>
    </message>
    <message>
        <source>no tensor cores, as %3 is not divisible by 4: %1 of %2</source>
        <translation>%3 不能被 4 整除，因此未使用张量核心：%2 中的 %1</translation>
    </message>
    <message>
        <source>no tensor cores, as %3 is not divisible by 8: %1 of %2</source>
        <translation>%3 不能被 8 整除，因此未使用张量核心：%2 中的 %1</translation>
    </message>
    <message>
        <source>kernels for compute capability %3.x on a newer GPU: %1 of %2</source>
        <translation>在更新的 GPU 上运行为计算能力 %3.x 编写的内核：%2 中的 %1</translation>
    </message>
    <message>
        <source>%3 launches of short kernels: %1 of %2</source>
        <translation>启动 %3 次短内核：%2 中的 %1</translation>
    </message>
    <message>
        <source>kernels with blocks for %3 % of the GPU&apos;s multiprocessors: %1 of %2</source>
        <translation>内核的线程块只够 GPU %3 % 的流式多处理器：%2 中的 %1</translation>
    </message>
    <message>
        <source>rows of %3 numbers, which LibTorch&apos;s kernel does not read in vectors: %1 of %2</source>
        <translation>每行 %3 个数，LibTorch 的内核不以向量方式读取：%2 中的 %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 中的 %2</translation>
    </message>
    <message>
        <source>A view of its input: it takes the time of a call and moves no data.</source>
        <translation>输入的视图：只有调用开销，不搬移数据。</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>其他负载</translation>
    </message>
    <message>
        <source>%1, sustained</source>
        <translation>%1，持续</translation>
    </message>
    <message>
        <source>small pages</source>
        <translation>小页</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>矩阵块</translation>
    </message>
    <message>
        <source>one core</source>
        <translation>单核</translation>
    </message>
    <message>
        <source>special functions</source>
        <translation>特殊函数</translation>
    </message>
    <message>
        <source>copied images</source>
        <translation>图像复制</translation>
    </message>
    <message>
        <source>%1 dot product</source>
        <translation>%1 点积</translation>
    </message>
    <message>
        <source>%1 matrix product</source>
        <translation>%1 矩阵乘</translation>
    </message>
    <message>
        <source>%1 multiply, add</source>
        <translation>%1 乘、加</translation>
    </message>
    <message>
        <source>%1 convolution</source>
        <translation>%1 卷积</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 读取</translation>
    </message>
    <message>
        <source>%1 write</source>
        <translation>%1 写入</translation>
    </message>
    <message>
        <source>%1 copy</source>
        <translation>%1 复制</translation>
    </message>
    <message>
        <source>%1 update</source>
        <translation>%1 更新</translation>
    </message>
    <message>
        <source>%1 triad</source>
        <translation>%1 triad</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>PCIe to device</source>
        <translation>PCIe 到设备</translation>
    </message>
    <message>
        <source>PCIe from device</source>
        <translation>PCIe 来自设备</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>denormals</source>
        <translation>非规格化数</translation>
    </message>
    <message>
        <source>Launch, between events</source>
        <translation>启动（事件之间）</translation>
    </message>
    <message>
        <source>Launch, in a graph</source>
        <translation>启动（在图中）</translation>
    </message>
    <message>
        <source>Launch, back to back</source>
        <translation>启动（连续）</translation>
    </message>
    <message>
        <source>The model takes no tensor that could hold several items.</source>
        <translation>模型的输入中没有能容纳多个样本的张量。</translation>
    </message>
    <message>
        <source>With %1 doubled the results of an item change: it depends on others, or on chance.</source>
        <translation>将 %1 加倍后，一个样本的结果会改变：它取决于其他样本，或取决于随机数。</translation>
    </message>
    <message>
        <source>With %1 doubled the model does not run.</source>
        <translation>将 %1 加倍后，模型无法运行。</translation>
    </message>
    <message>
        <source>Along %1 the results of an item do not depend on others.</source>
        <translation>沿 %1，一个样本的结果不取决于其他样本。</translation>
    </message>
    <message>
        <source>There is none, as asked for.</source>
        <translation>按要求，没有批量维度。</translation>
    </message>
    <message>
        <source>It is %1, as asked for.</source>
        <translation>按要求，批量维度是 %1。</translation>
    </message>
    <message>
        <source>dimension %1 of %2</source>
        <translation>%2 的维度 %1</translation>
    </message>
    <message>
        <source>the length of %1</source>
        <translation>%1 的长度</translation>
    </message>
    <message>
        <source>no dimension</source>
        <translation>任何维度</translation>
    </message>
    <message>
        <source>One call takes longer than allowed.</source>
        <translation>一次调用超过了允许的时间。</translation>
    </message>
    <message>
        <source>The process that tried it was lost.</source>
        <translation>尝试它的进程已丢失。</translation>
    </message>
    <message>
        <source>The process that tried it was ended by signal %1.</source>
        <translation>尝试它的进程被信号 %1 结束。</translation>
    </message>
    <message>
        <source>Two processes that tried it were lost.</source>
        <translation>尝试它的两个进程都已丢失。</translation>
    </message>
    <message>
        <source>the formula of the table does not fit these arguments</source>
        <translation>表中的公式不适合这些参数</translation>
    </message>
    <message>
        <source>it is called for a trace only with --trust</source>
        <translation>只有使用 --trust 时才会为跟踪调用它</translation>
    </message>
    <message>
        <source>%1 in %2, line %3: %4</source>
        <translation>%2 第 %3 行的 %1：%4</translation>
    </message>
    <message>
        <source>it gives %1, which is negative</source>
        <translation>结果为 %1，是负数</translation>
    </message>
    <message>
        <source>%1 was not given</source>
        <translation>没有给出 %1</translation>
    </message>
    <message>
        <source>%1 is not a tensor</source>
        <translation>%1 不是张量</translation>
    </message>
    <message>
        <source>%1 is not a list of tensors</source>
        <translation>%1 不是张量列表</translation>
    </message>
    <message>
        <source>%1 is not an integer</source>
        <translation>%1 不是整数</translation>
    </message>
    <message>
        <source>%1 is not a list of integers</source>
        <translation>%1 不是整数列表</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 不是列表</translation>
    </message>
    <message>
        <source>%1 stands for %2 tensors, not for one</source>
        <translation>%1 代表 %2 个张量，而不是一个</translation>
    </message>
    <message>
        <source>the element type of %1 is unknown</source>
        <translation>%1 的元素类型未知</translation>
    </message>
    <message>
        <source>%1 has %2 dimensions, so dimension %3 does not exist</source>
        <translation>%1 有 %2 个维度，因此没有编号为 %3 的维度</translation>
    </message>
    <message>
        <source>the operator has no argument %1, only %2</source>
        <translation>算子没有参数 %1，只有 %2</translation>
    </message>
    <message>
        <source>%1 does not exist: the length of the list is %2</source>
        <translation>%1 不存在：列表只有 %2 项</translation>
    </message>
    <message>
        <source>normal random numbers</source>
        <translation>正态随机数</translation>
    </message>
    <message>
        <source>random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation>达到其屋顶线的 %1</translation>
    </message>
    <message>
        <source>%1 (−%2)</source>
        <translation>%1（−%2）</translation>
    </message>
    <message>
        <source>%1 (%2 to %3, −%4)</source>
        <translation>%1（%2 至 %3，−%4）</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>With %1 at its roof: %2.</source>
        <translation>%1 达到其屋顶线后将为 %2。</translation>
    </message>
    <message>
        <source>With %1 at their roofs: %2.</source>
        <translation>%1 都达到其屋顶线后将为 %2。</translation>
    </message>
    <message>
        <source>With all layers at their roofs: %1; the gain is spread over %2 layers.</source>
        <translation>全部达到屋顶线后将为 %1；可节省的时间分散在 %2 层。</translation>
    </message>
    <message>
        <source>With all layers at their roofs: %1; the gain is spread over %2 layers, %3 of it in %4.</source>
        <translation>全部达到屋顶线后将为 %1；可节省的时间分散在 %2 层，其中 %3 在 %4。</translation>
    </message>
    <message>
        <source>The roof %1 is too uncertain: it changes the gain by %2. Measure it again.</source>
        <translation>屋顶线“%1”不够确定：它使可节省的时间变动 %2。请重新测量。</translation>
    </message>
    <message>
        <source>Other programs used the CPUs: the times of %1 vary so much that they change the gain by %2. Measure again when the machine is quiet.</source>
        <translation>其他程序占用了 CPU：%1 的时间波动过大，使可节省的时间变动 %2。请在机器空闲时重新测量。</translation>
    </message>
    <message>
        <source>The times of %1 vary too much: they change the gain by %2. Measure again.</source>
        <translation>%1 的时间波动过大：它使可节省的时间变动 %2。请重新测量。</translation>
    </message>
    <message>
        <source>Not complete: these are the times so far.</source>
        <translation>尚不完整：这些是到目前为止的时间。</translation>
    </message>
    <message>
        <source>The runs were disturbed (%1): measure again when the machine is quiet.</source>
        <translation>运行受到干扰（%1）：请在机器空闲时重新测量。</translation>
    </message>
    <message>
        <source>too many threads</source>
        <translation>线程过多</translation>
    </message>
    <message>
        <source>Most to gain: %1.</source>
        <translation>可节省最多：%1。</translation>
    </message>
    <message>
        <source>Times are being measured.</source>
        <translation>正在测量时间。</translation>
    </message>
    <message>
        <source>Times are being measured. Its operators at their roofs take %1: %2.</source>
        <translation>正在测量时间。其算子按屋顶线共需 %1：%2。</translation>
    </message>
    <message>
        <source>Not timed. Its operators at their roofs take %1: %2.</source>
        <translation>尚未计时。其算子按屋顶线共需 %1：%2。</translation>
    </message>
    <message>
        <source>Its operators at their roofs take %1; its layers are being timed.</source>
        <translation>其算子按屋顶线共需 %1；正在对各层计时。</translation>
    </message>
    <message>
        <source>Its operators at their roofs take %1; its layers were not timed.</source>
        <translation>其算子按屋顶线共需 %1；各层尚未计时。</translation>
    </message>
    <message>
        <source>%1 here.</source>
        <translation>此处 %1。</translation>
    </message>
    <message>
        <source>scalar kernel</source>
        <translation>标量内核</translation>
    </message>
    <message>
        <source>one thread</source>
        <translation>单线程</translation>
    </message>
    <message>
        <source>short rows</source>
        <translation>行过短</translation>
    </message>
    <message>
        <source>depthwise</source>
        <translation>深度卷积</translation>
    </message>
    <message>
        <source>narrow matrix</source>
        <translation>矩阵过窄</translation>
    </message>
    <message>
        <source>step by step</source>
        <translation>逐步执行</translation>
    </message>
    <message>
        <source>converted numbers</source>
        <translation>数值转换</translation>
    </message>
    <message>
        <source>unknown reason</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>按原样加载</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素运算</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>data movement</source>
        <translation>数据搬移</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>oneDNN&apos;s copies</source>
        <translation>oneDNN 的复制</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>追踪</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>exported</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>已编译</translation>
    </message>
    <message>
        <source>profiler trace</source>
        <translation>性能分析轨迹</translation>
    </message>
    <message>
        <source>given</source>
        <translation>手动指定</translation>
    </message>
    <message>
        <source>from the file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断得出</translation>
    </message>
    <message>
        <source>two identical processes were not timed often enough</source>
        <translation>两个相同进程的计时次数不足</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>binary</source>
        <translation>二分</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>trying</source>
        <translation>尝试中</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>太慢</translation>
    </message>
    <message>
        <source>quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>thorough</source>
        <translation>细致</translation>
    </message>
    <message>
        <source>unoptimized</source>
        <translation>未优化</translation>
    </message>
    <message>
        <source>optimized for inference</source>
        <translation>推理优化</translation>
    </message>
    <message>
        <source>channels last</source>
        <translation>通道在后 (channels last)</translation>
    </message>
    <message>
        <source>PyTorch&apos;s default</source>
        <translation>PyTorch 默认</translation>
    </message>
    <message>
        <source>TF32 allowed</source>
        <translation>允许 TF32</translation>
    </message>
    <message>
        <source>TF32 forbidden</source>
        <translation>禁止 TF32</translation>
    </message>
    <message>
        <source>warm caches</source>
        <translation>热缓存</translation>
    </message>
    <message>
        <source>cold caches</source>
        <translation>冷缓存</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>vector, not fused</source>
        <translation>向量（非融合）</translation>
    </message>
    <message>
        <source>dot product</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>main memory</source>
        <translation>主存</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>triad</source>
        <translation>triad</translation>
    </message>
    <message>
        <source>kernels back to back</source>
        <translation>连续的内核</translation>
    </message>
    <message>
        <source>a kernel between events</source>
        <translation>事件之间的内核</translation>
    </message>
    <message>
        <source>kernels in a graph</source>
        <translation>图中的内核</translation>
    </message>
    <message>
        <source>an operator of LibTorch</source>
        <translation>LibTorch 的一个算子</translation>
    </message>
    <message>
        <source>host clock, no wait</source>
        <translation>主机时钟，不等待</translation>
    </message>
    <message>
        <source>CPU quota</source>
        <translation>CPU 配额</translation>
    </message>
    <message>
        <source>host clock, with wait</source>
        <translation>主机时钟，等待完成</translation>
    </message>
    <message>
        <source>many calls, one wait</source>
        <translation>多次调用，一次等待</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>events, all queued before</source>
        <translation>事件，先全部入队</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>sum of kernels</source>
        <translation>内核时间之和</translation>
    </message>
    <message>
        <source>synchronized</source>
        <translation>逐阶段同步</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>不明确</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>not timed</source>
        <translation>未计时</translation>
    </message>
    <message>
        <source>The inputs differ, so the two sessions did not do the same work.</source>
        <translation>输入不同：两者所做的工作不一样。</translation>
    </message>
    <message>
        <source>More than one setting differs: the times do not show which of them made the difference.</source>
        <translation>有多项设置不同：时间无法说明差异来自其中哪一项。</translation>
    </message>
    <message>
        <source>The runs of at least one session were disturbed: measure again when the machine is quiet.</source>
        <translation>至少有一个会话的运行受到干扰：请在机器空闲时重新测量。</translation>
    </message>
    <message>
        <source>The times of one session were noisy or drifted: measure it again on a quieter machine.</source>
        <translation>其中一个的时间有噪声或有漂移：请在更空闲的机器上重新测量。</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>hardware protection</source>
        <translation>硬件保护</translation>
    </message>
    <message>
        <source>the roof was entered manually</source>
        <translation>屋顶线为手动输入</translation>
    </message>
    <message>
        <source>other work or a quota slowed the measurement of the roof</source>
        <translation>测量屋顶线时受到其他任务或配额的限制</translation>
    </message>
    <message>
        <source>the clock was lower when the roof was measured</source>
        <translation>测量屋顶线时时钟频率较低</translation>
    </message>
    <message>
        <source>the roof itself was measured with few or unsteady repetitions</source>
        <translation>屋顶线自身的重复测量过少或不稳定</translation>
    </message>
    <message>
        <source>part of its data was in a cache, while its roof is that of main memory</source>
        <translation>其部分数据位于缓存中，而它的屋顶线是主存的</translation>
    </message>
    <message>
        <source>data passed between its operators never went through memory</source>
        <translation>其算子之间传递的数据未经过内存</translation>
    </message>
    <message>
        <source>it touches less memory than its formula counts</source>
        <translation>它实际访问的内存少于公式所计</translation>
    </message>
    <message>
        <source>it ran on matrix units, while its roof is that of vector units</source>
        <translation>它在矩阵单元上运行，而它的屋顶线是向量单元的</translation>
    </message>
    <message>
        <source>the convolution ran by an algorithm (Winograd, FFT) that does less arithmetic than is counted</source>
        <translation>该卷积采用了运算量少于所计的算法（Winograd、FFT）</translation>
    </message>
    <message>
        <source>not contiguous</source>
        <translation>不连续</translation>
    </message>
    <message>
        <source>it does less arithmetic than its formula counts</source>
        <translation>它实际的运算量少于公式所计</translation>
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
        <source>bimodal</source>
        <translation>双峰分布</translation>
    </message>
    <message>
        <source>not in channels last</source>
        <translation>不是 channels last</translation>
    </message>
    <message>
        <source>%1 of its roof: its implementation limits it, not arithmetic or memory. Experiments found: %2.</source>
        <translation>达到屋顶的 %1：限制它的既非算术也非内存，而是其实现。实验发现：%2。</translation>
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
        <source>limited by a CPU quota</source>
        <translation>受 CPU 配额限制</translation>
    </message>
    <message>
        <source>more threads than CPUs</source>
        <translation>线程多于处理器</translation>
    </message>
    <message>
        <source>arrays small compared with the caches</source>
        <translation>数组相对缓存偏小</translation>
    </message>
    <message>
        <source>size as reported by the processor</source>
        <translation>大小由处理器告知</translation>
    </message>
    <message>
        <source>size estimated from read speed</source>
        <translation>大小由读取速度推断</translation>
    </message>
    <message>
        <source>size not visible in measurements</source>
        <translation>大小未经测量证实</translation>
    </message>
    <message>
        <source>new memory is allocated for every call</source>
        <translation>每次调用都重新分配内存</translation>
    </message>
    <message>
        <source>the GPU&apos;s memory is nearly full</source>
        <translation>GPU 显存几乎已满</translation>
    </message>
    <message>
        <source>throttled clock</source>
        <translation>时钟被降频</translation>
    </message>
    <message>
        <source>throttled by temperature</source>
        <translation>因过热而降频</translation>
    </message>
    <message>
        <source>throttled by its power limit</source>
        <translation>因功率上限而降频</translation>
    </message>
    <message>
        <source>below the rate of its instructions</source>
        <translation>低于指令速率</translation>
    </message>
    <message>
        <source>other programs used the CPUs meanwhile</source>
        <translation>期间其他程序占用了 CPU</translation>
    </message>
    <message>
        <source>entered manually</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>above the limit of the device</source>
        <translation>高于设备能达到的值</translation>
    </message>
    <message>
        <source>depends on the size of the data</source>
        <translation>随数据量变化</translation>
    </message>
    <message>
        <source>host clock</source>
        <translation>主机时钟</translation>
    </message>
    <message>
        <source>PyTorch&apos;s profiler</source>
        <translation>PyTorch 的性能分析器</translation>
    </message>
    <message>
        <source>inspecting the file</source>
        <translation>正在查看文件</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>counting the work of each layer</source>
        <translation>正在统计各层的计算量</translation>
    </message>
    <message>
        <source>measuring the roofs</source>
        <translation>正在测量屋顶线</translation>
    </message>
    <message>
        <source>timing the model</source>
        <translation>正在测量模型延迟</translation>
    </message>
    <message>
        <source>timing each layer</source>
        <translation>正在测量各层延迟</translation>
    </message>
    <message>
        <source>timing the model in several ways</source>
        <translation>正在以多种方式为模型计时</translation>
    </message>
    <message>
        <source>trying batch sizes</source>
        <translation>正在尝试批大小</translation>
    </message>
    <message>
        <source>timing the pipeline</source>
        <translation>正在为流水线计时</translation>
    </message>
    <message>
        <source>%1, %2 thread</source>
        <translation>%1，%2 线程</translation>
    </message>
    <message>
        <source>%1, %2 threads</source>
        <translation>%1，%2 线程</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Convention</source>
        <translation>计数约定</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行方式</translation>
    </message>
    <message>
        <source>it takes the logarithm of a negative number</source>
        <translation>对负数取对数</translation>
    </message>
    <message>
        <source>it divides by zero</source>
        <translation>除数为零</translation>
    </message>
    <message>
        <source>its result is in new memory, which the kernel provides page by page</source>
        <translation>结果位于新的内存中，由内核逐页提供</translation>
    </message>
    <message>
        <source>page faults</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>%1: %2 measured (%3, outputs not compared)</source>
        <translation>%1：实测 %2（%3，未比较输出）</translation>
    </message>
    <message>
        <source>%1: %2 measured (%3 against %4, outputs not compared)</source>
        <translation>%1：实测 %2（较 %4 %3，未比较输出）</translation>
    </message>
    <message>
        <source>%1: %2 measured (%3)</source>
        <translation>%1：实测 %2（%3）</translation>
    </message>
    <message>
        <source>%1: %2 measured (%3 against %4)</source>
        <translation>%1：实测 %2（较 %4 %3）</translation>
    </message>
    <message>
        <source>%1: %2 measured (%3 against %4, largest error %5)</source>
        <translation>%1：实测 %2（较 %4 %3，最大误差 %5）</translation>
    </message>
    <message>
        <source>%1 of its roof, %2. Judged as %3, which experiments contradict. They found: %4.</source>
        <translation>达到屋顶 %2 的 %1。判定为%3，但与实验相矛盾。实验发现：%4。</translation>
    </message>
    <message>
        <source>%1: %2 measured (%3, largest error %4)</source>
        <translation>%1：实测 %2（%3，最大误差 %4）</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>half the threads</source>
        <translation>一半的线程</translation>
    </message>
    <message>
        <source>memory kept by malloc</source>
        <translation>malloc 保留内存</translation>
    </message>
    <message>
        <source>%1 of its roof, %2. Judged as %3, which experiments contradict.</source>
        <translation>达到屋顶 %2 的 %1。判定为%3，但与实验相矛盾。</translation>
    </message>
    <message>
        <source>huge pages</source>
        <translation>大页</translation>
    </message>
    <message>
        <source>idle CPUs</source>
        <translation>空闲的 CPU</translation>
    </message>
    <message>
        <source>oneDNN in bfloat16</source>
        <translation>oneDNN 使用 bfloat16</translation>
    </message>
    <message>
        <source>linear layers in int8</source>
        <translation>线性层使用 int8</translation>
    </message>
    <message>
        <source>threads pinned to cores</source>
        <translation>线程绑定到核心</translation>
    </message>
    <message>
        <source>algorithms timed by cuDNN</source>
        <translation>由 cuDNN 实测选择算法</translation>
    </message>
    <message>
        <source>the process may use only one CPU</source>
        <translation>该进程只能使用一个 CPU</translation>
    </message>
    <message>
        <source>this CPU has no instructions for bfloat16</source>
        <translation>此 CPU 没有 bfloat16 指令</translation>
    </message>
    <message>
        <source>the model is not run in float32</source>
        <translation>模型未以 float32 运行</translation>
    </message>
    <message>
        <source>its library is not installed</source>
        <translation>未安装其库</translation>
    </message>
    <message>
        <source>no linear layer has weights of float32</source>
        <translation>没有权重为 float32 的线性层</translation>
    </message>
    <message>
        <source>denormals flushed to 0</source>
        <translation>非规格化数置零</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批量 %1</translation>
    </message>
    <message>
        <source>larger batch</source>
        <translation>更大的批量</translation>
    </message>
    <message>
        <source>only on a GPU</source>
        <translation>仅适用于 GPU</translation>
    </message>
    <message>
        <source>only on a CPU</source>
        <translation>仅适用于 CPU</translation>
    </message>
    <message>
        <source>only with --compile, as compiling takes about a minute</source>
        <translation>编译约需一分钟，仅在使用 --compile 时尝试</translation>
    </message>
    <message>
        <source>the file is compiled as it was exported, without --precision and --memory-format</source>
        <translation>文件按导出时的状态编译，不能使用 --precision 和 --memory-format</translation>
    </message>
    <message>
        <source>compiled and frozen</source>
        <translation>已编译并冻结</translation>
    </message>
    <message>
        <source>the model already runs this way</source>
        <translation>模型已经如此运行</translation>
    </message>
    <message>
        <source>there is no other number of threads to try</source>
        <translation>没有其他线程数可试</translation>
    </message>
    <message>
        <source>no input has four dimensions</source>
        <translation>没有四维的输入</translation>
    </message>
    <message>
        <source>no dimension of the inputs is known to be the batch</source>
        <translation>不知道输入的哪一维是批量</translation>
    </message>
    <message>
        <source>two identical processes differ by too much</source>
        <translation>两个相同进程相差过大</translation>
    </message>
    <message>
        <source>no larger batch takes less time per item</source>
        <translation>更大的批量不会使每项更快</translation>
    </message>
    <message>
        <source>the model does not run this way</source>
        <translation>模型不能这样运行</translation>
    </message>
    <message>
        <source>compiling the model</source>
        <translation>编译模型</translation>
    </message>
    <message>
        <source>trying remedies</source>
        <translation>试验加速措施</translation>
    </message>
    <message>
        <source>the same in another process</source>
        <translation>另一进程中的同一调用</translation>
    </message>
    <message>
        <source>half of the threads</source>
        <translation>一半的线程</translation>
    </message>
    <message>
        <source>several memory nodes</source>
        <translation>多个内存节点</translation>
    </message>
    <message>
        <source>beside writes to memory, not arithmetic</source>
        <translation>旁有写内存而非计算的进程</translation>
    </message>
    <message>
        <source>its input in the L1 cache</source>
        <translation>所读数据位于一级缓存</translation>
    </message>
    <message>
        <source>eight calls in one</source>
        <translation>八次调用合为一次</translation>
    </message>
    <message>
        <source>malloc keeps memory</source>
        <translation>malloc 保留内存</translation>
    </message>
    <message>
        <source>denormals count as 0</source>
        <translation>次正规数视为 0</translation>
    </message>
    <message>
        <source>instruction set not capped</source>
        <translation>不限制指令集</translation>
    </message>
    <message>
        <source>without oneDNN&apos;s reorders</source>
        <translation>不含 oneDNN 的重排</translation>
    </message>
    <message>
        <source>contiguous arguments</source>
        <translation>连续的参数</translation>
    </message>
    <message>
        <source>one thread per CPU</source>
        <translation>每个 CPU 一个线程</translation>
    </message>
    <message>
        <source>without the CPU quota</source>
        <translation>不含 CPU 配额的限制</translation>
    </message>
    <message>
        <source>without the CPU time that the host takes</source>
        <translation>不含宿主机占用的时间</translation>
    </message>
    <message>
        <source>TF32 not allowed</source>
        <translation>不允许 TF32</translation>
    </message>
    <message>
        <source>cuDNN benchmark on</source>
        <translation>开启 cuDNN benchmark</translation>
    </message>
    <message>
        <source>in float16</source>
        <translation>使用 float16</translation>
    </message>
    <message>
        <source>in bfloat16</source>
        <translation>使用 bfloat16</translation>
    </message>
    <message>
        <source>padded to multiples of 8</source>
        <translation>填充到 8 的倍数</translation>
    </message>
    <message>
        <source>in a CUDA graph, not call by call</source>
        <translation>在 CUDA 图中，而非逐次调用</translation>
    </message>
    <message>
        <source>eight times the batch, per item</source>
        <translation>八倍批量，按每个样本计</translation>
    </message>
    <message>
        <source>a copy of as many bytes instead</source>
        <translation>改为拷贝同样多的字节</translation>
    </message>
    <message>
        <source>it may not use TF32</source>
        <translation>它不允许使用 TF32</translation>
    </message>
    <message>
        <source>cuDNN has a faster algorithm for it</source>
        <translation>cuDNN 有更快的算法</translation>
    </message>
    <message>
        <source>float16 is faster for it than float32</source>
        <translation>用 float16 比 float32 快</translation>
    </message>
    <message>
        <source>bfloat16 is faster for it than float32</source>
        <translation>用 bfloat16 比 float32 快</translation>
    </message>
    <message>
        <source>its channels or features are no multiple of 8</source>
        <translation>其通道数或特征数不是 8 的倍数</translation>
    </message>
    <message>
        <source>its work does not fill the GPU</source>
        <translation>其工作量不足以填满 GPU</translation>
    </message>
    <message>
        <source>no TF32</source>
        <translation>无 TF32</translation>
    </message>
    <message>
        <source>cuDNN&apos;s algorithm</source>
        <translation>cuDNN 的算法</translation>
    </message>
    <message>
        <source>float32 instead of float16</source>
        <translation>使用 float32 而非 float16</translation>
    </message>
    <message>
        <source>float32 instead of bfloat16</source>
        <translation>使用 float32 而非 bfloat16</translation>
    </message>
    <message>
        <source>sizes that are no multiple of 8</source>
        <translation>尺寸不是 8 的倍数</translation>
    </message>
    <message>
        <source>too little work for the GPU</source>
        <translation>工作量对 GPU 过少</translation>
    </message>
    <message>
        <source>Try the remedy tf32.</source>
        <translation>试试改进方法 tf32。</translation>
    </message>
    <message>
        <source>Try the remedy cudnn_benchmark.</source>
        <translation>试试改进方法 cudnn_benchmark。</translation>
    </message>
    <message>
        <source>Try the remedy float16.</source>
        <translation>试试改进方法 float16。</translation>
    </message>
    <message>
        <source>Try the remedy bfloat16.</source>
        <translation>试试改进方法 bfloat16。</translation>
    </message>
    <message>
        <source>Make its channels or features a multiple of 8, with zeros for the rest.</source>
        <translation>使其通道数或特征数为 8 的倍数，其余补零。</translation>
    </message>
    <message>
        <source>Give it a larger batch, or run several at a time.</source>
        <translation>增大批量，或同时运行多个。</translation>
    </message>
    <message>
        <source>the kernel provides new memory for it at each call, page by page</source>
        <translation>每次调用内核都逐页重新提供内存</translation>
    </message>
    <message>
        <source>its memory is in small pages</source>
        <translation>其内存位于小页中</translation>
    </message>
    <message>
        <source>it computes with denormals</source>
        <translation>它用次正规数计算</translation>
    </message>
    <message>
        <source>an environment variable caps the instruction set</source>
        <translation>环境变量限制了指令集</translation>
    </message>
    <message>
        <source>oneDNN copies its data into other formats</source>
        <translation>oneDNN 把数据复制成其他格式</translation>
    </message>
    <message>
        <source>its images are not in channels last</source>
        <translation>其图像不是 channels last 格式</translation>
    </message>
    <message>
        <source>its arguments are not contiguous</source>
        <translation>其参数不连续</translation>
    </message>
    <message>
        <source>it does not use all CPUs</source>
        <translation>它没有用上所有 CPU</translation>
    </message>
    <message>
        <source>capped instruction set</source>
        <translation>受限的指令集</translation>
    </message>
    <message>
        <source>it is faster with half of the threads</source>
        <translation>线程减半时更快</translation>
    </message>
    <message>
        <source>its data is not in any cache</source>
        <translation>其数据不在任何缓存中</translation>
    </message>
    <message>
        <source>a CPU quota limits it</source>
        <translation>CPU 配额拖慢了它</translation>
    </message>
    <message>
        <source>the host gives its CPUs to other machines</source>
        <translation>宿主机把 CPU 给了别的机器</translation>
    </message>
    <message>
        <source>slower cores</source>
        <translation>较慢的核心</translation>
    </message>
    <message>
        <source>most of a call is fixed overhead</source>
        <translation>调用的大部分时间是固定开销</translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>无影响</translation>
    </message>
    <message>
        <source>Let malloc keep memory: see the remedy keep_memory.</source>
        <translation>让 malloc 保留内存:改进方法 keep_memory 说明了做法。</translation>
    </message>
    <message>
        <source>Try the remedy huge_pages.</source>
        <translation>试试改进方法 huge_pages。</translation>
    </message>
    <message>
        <source>Try the remedy flush_denormals.</source>
        <translation>试试改进方法 flush_denormals。</translation>
    </message>
    <message>
        <source>Unset ATEN_CPU_CAPABILITY and ONEDNN_MAX_CPU_ISA.</source>
        <translation>从环境中去掉 ATEN_CPU_CAPABILITY 和 ONEDNN_MAX_CPU_ISA。</translation>
    </message>
    <message>
        <source>Try the remedies optimized_for_inference and channels_last.</source>
        <translation>试试改进方法 optimized_for_inference 和 channels_last。</translation>
    </message>
    <message>
        <source>Try the remedy channels_last.</source>
        <translation>试试改进方法 channels_last。</translation>
    </message>
    <message>
        <source>Make its arguments contiguous once, where they are created.</source>
        <translation>在产生参数的地方一次性使其连续。</translation>
    </message>
    <message>
        <source>Run it with more threads, or merge calls.</source>
        <translation>用更多线程运行,或合并调用。</translation>
    </message>
    <message>
        <source>Try the remedies threads and one_thread.</source>
        <translation>试试对策 threads 和 one_thread。</translation>
    </message>
    <message>
        <source>Call it while its data is still in the caches.</source>
        <translation>趁数据仍在缓存中时调用它。</translation>
    </message>
    <message>
        <source>Raise the quota, or run as many threads as it allows.</source>
        <translation>提高配额,或只运行配额允许的线程数。</translation>
    </message>
    <message>
        <source>Measure on a machine that you do not share.</source>
        <translation>在无人共用的机器上测量。</translation>
    </message>
    <message>
        <source>Call it less often with more work: a larger batch, fused operators, a CUDA graph.</source>
        <translation>减少调用次数、增加每次的工作量：更大的批量、融合算子或 CUDA 图。</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>proven</source>
        <translation>已证实</translation>
    </message>
    <message>
        <source>contradicted</source>
        <translation>被推翻</translation>
    </message>
    <message>
        <source>finding out what limits operators</source>
        <translation>正在试验是什么拖慢了算子</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1, node %2</source>
        <translation>%1，节点 %2</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1, 95 % interval %2</source>
        <translation>%1，95 % 区间 %2</translation>
    </message>
    <message>
        <source>%1 (without that %2)</source>
        <translation>%1(若无此因 %2)</translation>
    </message>
    <message>
        <source>it could not be called again: %1</source>
        <translation>无法再次调用它:%1</translation>
    </message>
    <message>
        <source>on one memory node</source>
        <translation>只在一个内存节点上</translation>
    </message>
    <message>
        <source>on the fastest cores only</source>
        <translation>只在最快的核心上</translation>
    </message>
    <message>
        <source>not decided (%1)</source>
        <translation>未定（%1）</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>no change was timed</source>
        <translation>没有对任何措施计时</translation>
    </message>
    <message>
        <source>as it is: the faster changes were not faster when timed again</source>
        <translation>原样：之前更快的改动在再次计时时并未更快</translation>
    </message>
    <message>
        <source>no change is significantly faster</source>
        <translation>所试的措施中没有确定更快的</translation>
    </message>
    <message>
        <source>its threads access the memory of other nodes</source>
        <translation>其线程访问其他节点的内存</translation>
    </message>
    <message>
        <source>its threads wait for those on slower cores</source>
        <translation>其线程等待较慢核心上的线程</translation>
    </message>
    <message>
        <source>Run one process on each node: numactl --cpunodebind=0 --membind=0.</source>
        <translation>每个节点运行一个进程：numactl --cpunodebind=0 --membind=0。</translation>
    </message>
    <message>
        <source>Keep it on the fastest cores: taskset --cpu-list, with as many threads.</source>
        <translation>让它留在最快的核心上：taskset --cpu-list，线程数与之相同。</translation>
    </message>
    <message>
        <source>by experiment: %1</source>
        <translation>实验得出：%1</translation>
    </message>
    <message>
        <source>%1: %2 (%3) by experiment</source>
        <translation>%1：实验得出 %2（%3）</translation>
    </message>
    <message>
        <source>%1 (95 % interval %2 to %3)</source>
        <translation>%1（95 % 区间 %2 至 %3）</translation>
    </message>
    <message>
        <source>Naive timing</source>
        <translation>不等待的计时</translation>
    </message>
    <message>
        <source>Ten calls in a row, divided by ten,</source>
        <translation>连续十次调用除以十</translation>
    </message>
    <message>
        <source>On a CPU both time the same work, so the machine was busy or changed its speed: repeat it on a quiet one.</source>
        <translation>在 CPU 上两者测的是同样的工作，因此是机器繁忙或速度变化所致：请在空闲的机器上重测。</translation>
    </message>
    <message>
        <source>Their intervals overlap: the machine is too noisy to separate them.</source>
        <translation>二者区间重叠：噪声太大，无法区分。</translation>
    </message>
    <message>
        <source>%1 reads %2 below the synchronized one: %3 against %4. %5</source>
        <translation>%1的读数比同步计时低 %2：%3，而同步计时为 %4。%5</translation>
    </message>
    <message>
        <source>%1 reads %2 above the synchronized one: %3 against %4. %5</source>
        <translation>%1的读数比同步计时高 %2：%3，而同步计时为 %4。%5</translation>
    </message>
    <message>
        <source>all medians are %1.</source>
        <translation>所有中位数均为 %1。</translation>
    </message>
    <message>
        <source>%1 differs most, by %2 of %3.</source>
        <translation>%1 相差最大，为 %3 的 %2。</translation>
    </message>
    <message>
        <source>Once warm, all methods agree: %1</source>
        <translation>预热之后，所有方法一致：%1</translation>
    </message>
    <message>
        <source>On a CPU a call returns when its work is done, and the clocks agree: %1</source>
        <translation>在 CPU 上，调用在工作完成后才返回，各时钟一致：%1</translation>
    </message>
    <message>
        <source>The first call takes %1, later calls take %2: with it, and without a warm-up, the mean of %3 calls is %4 too high.</source>
        <translation>首次调用耗时 %1，之后的调用耗时 %2：若计入首次调用且不预热，%3 次调用的平均值偏高 %4。</translation>
    </message>
    <message>
        <source>Without a wait, the host clock shows %1 while the device works for %2: it stops when the work is queued, not when it is done. Do not report it as the latency.</source>
        <translation>不等待的主机时钟显示 %1，而设备实际工作 %2：它在工作入队时就停止，而不是在完成时。切勿把它当作延迟。</translation>
    </message>
    <message>
        <source>Waiting for the device after every call adds %1 (%2): queueing before the first kernel and waking up after the last one. A program that waits after each call really has this latency; other programs have less.</source>
        <translation>每次调用后等待设备会增加 %1（%2）：即首个内核之前的入队和最后一个内核之后的唤醒。每次调用后都等待的程序确实有这样的延迟；其他程序则更低。</translation>
    </message>
    <message>
        <source>Calls queued back to back take %1 each, %2 less than one alone: that is a throughput, not a latency.</source>
        <translation>依次入队的调用每次耗时 %1，比单独一次少 %2：这是吞吐量，不是延迟。</translation>
    </message>
    <message>
        <source>Calls queued back to back take %1 each, %2 more than one alone: that is a throughput, not a latency.</source>
        <translation>依次入队的调用每次耗时 %1，比单独一次多 %2：这是吞吐量，不是延迟。</translation>
    </message>
    <message>
        <source>Between its kernels the device waits %1 (%2) for the host to queue the next one: events include that wait. The model is launch-bound there; a CUDA graph or a larger batch would help.</source>
        <translation>设备在内核之间等待主机入队下一个内核，共 %1（%2）：事件计时包含这段等待。此处模型受启动限制；使用 CUDA 图或更大的批会有帮助。</translation>
    </message>
    <message>
        <source>As a CUDA graph the model takes %1, %2 less.</source>
        <translation>作为 CUDA 图，模型耗时 %1，少 %2。</translation>
    </message>
    <message>
        <source>As a CUDA graph the model takes %1, %2 more.</source>
        <translation>作为 CUDA 图，模型耗时 %1，多 %2。</translation>
    </message>
    <message>
        <source>The kernels themselves take %1; the rest, %2, is the time between them.</source>
        <translation>内核本身耗时 %1；其余 %2 在内核之间。</translation>
    </message>
    <message>
        <source>The kernels&apos; own times add up to %1: they overlap, or the profiler that records them slows them down.</source>
        <translation>内核自身时间合计 %1：它们相互重叠，或记录它们的性能分析器拖慢了它们。</translation>
    </message>
    <message>
        <source>On a CPU a stage returns when its work is done: there is nothing to wait for. That the two ways differ here shows that the machine was busy.</source>
        <translation>在 CPU 上，阶段在工作完成后才返回：无需等待。这里两种方式不同，说明机器正忙。</translation>
    </message>
    <message>
        <source>On a CPU a stage returns when its work is done: there is nothing to wait for, and no difference between the two ways can be distinguished from noise (%1 to %2 µs).</source>
        <translation>在 CPU 上，阶段在工作完成后才返回：无需等待，两种方式的差别（%1 至 %2 µs）无法与噪声区分。</translation>
    </message>
    <message>
        <source>Waiting after each stage costs nothing that can be distinguished from noise: the device has nothing to do meanwhile, or the work between the models needs their results at once.</source>
        <translation>在每个阶段后等待的代价与噪声无法区分：设备在此期间无事可做，或模型之间的工作立即需要它们的结果。</translation>
    </message>
    <message>
        <source>Waiting after each stage costs %1 µs per run (%2 to %3): without it the host continues while the device still works.</source>
        <translation>在每个阶段后等待使每次运行多耗 %1 µs（%2 至 %3）：不等待时，设备工作的同时主机继续执行。</translation>
    </message>
    <message>
        <source>the GPU (NVML)</source>
        <translation>GPU（NVML）</translation>
    </message>
    <message>
        <source>the CPU packages (RAPL)</source>
        <translation>CPU 封装（RAPL）</translation>
    </message>
    <message>
        <source>not available: %1</source>
        <translation>不可用：%1</translation>
    </message>
    <message>
        <source>%1 a run (95 % interval %2 to %3)</source>
        <translation>每次运行 %1（95 % 区间 %2 至 %3）</translation>
    </message>
    <message>
        <source>%1, %2 an item</source>
        <translation>%1，每个样本 %2</translation>
    </message>
    <message>
        <source>this machine has no counter</source>
        <translation>此计算机没有能耗计数器</translation>
    </message>
    <message>
        <source>this GPU has no counter</source>
        <translation>此 GPU 没有能耗计数器</translation>
    </message>
    <message>
        <source>its counter can be read by root only</source>
        <translation>其计数器只有 root 可以读取</translation>
    </message>
    <message>
        <source>its counter gives no number that makes sense</source>
        <translation>其计数器给出的数值不合理</translation>
    </message>
    <message>
        <source>too few updates of its counter: time the model for at least %1 s</source>
        <translation>其计数器更新次数太少：请至少测量模型 %1 秒</translation>
    </message>
    <message>
        <source>between runs with cold caches, flushing takes energy, too</source>
        <translation>使用冷缓存时，两次运行之间清空缓存也消耗能量</translation>
    </message>
    <message>
        <source>%1, at its footprint of %2: %3</source>
        <translation>%1，访问范围 %2：%3</translation>
    </message>
    <message>
        <source>Kernels follow each other without a gap; nothing else becomes faster.</source>
        <translation>各内核之间没有间隔；其余部分不变快。</translation>
    </message>
    <message>
        <source>Each call is shorter by the launch overhead, and no time passes between the operators; the upper end of the range keeps the time between them.</source>
        <translation>每次调用减去启动开销，算子之间不耗时；范围的上限仍包含算子之间的时间。</translation>
    </message>
    <message>
        <source>No linear layer has constant weights of a floating-point type.</source>
        <translation>没有线性层具有浮点类型的常量权重。</translation>
    </message>
    <message>
        <source>The launch overhead was not measured.</source>
        <translation>没有测量启动开销。</translation>
    </message>
    <message>
        <source>No pointwise operator alone takes the result of another operator.</source>
        <translation>没有逐元素算子独占另一算子的结果。</translation>
    </message>
    <message>
        <source>Compute-bound parts keep their share of the roof, bandwidth-bound parts grow with their bytes, underutilized parts grow with their FLOPs, and launch-bound parts stay as they are; none is faster than its roof.</source>
        <translation>算力受限的部分保持其占屋顶的比例，带宽受限的随字节数增长，利用不足的随 FLOP 数增长，启动开销受限的不变；任何部分都不会快于其屋顶。</translation>
    </message>
    <message>
        <source>weights of linear layers in int8</source>
        <translation>线性层的权重使用 int8</translation>
    </message>
    <message>
        <source>linear layers in dynamic int8</source>
        <translation>线性层使用动态 int8</translation>
    </message>
    <message>
        <source>no launches</source>
        <translation>无启动开销</translation>
    </message>
    <message>
        <source>compiled: pointwise operators fused</source>
        <translation>编译：融合逐元素算子</translation>
    </message>
    <message>
        <source>The largest batch that ran is %1: batch %2 failed.</source>
        <translation>能运行的最大批为 %1：批 %2 运行失败。</translation>
    </message>
    <message>
        <source>Batches larger than %1 do not fit into memory (limit %2).</source>
        <translation>大于 %1 的批无法放入内存（上限 %2）。</translation>
    </message>
    <message>
        <source>Batches larger than %1 take too long per call (limit %2).</source>
        <translation>大于 %1 的批每次调用耗时过长（上限 %2）。</translation>
    </message>
    <message>
        <source>The model's file allows batches from %1 to %2.</source>
        <translation>模型文件允许的批大小为 %1 至 %2。</translation>
    </message>
    <message>
        <source>A weight takes one byte, the scale of an output four; products stay in the type of the inputs, and converting weights takes no time.</source>
        <translation>每个权重占一个字节，每个输出的缩放系数占四个字节；乘积保持输入的类型，转换权重不耗时。</translation>
    </message>
    <message>
        <source>A weight takes one byte, the scale of an output four; products run under the roof of int8, and rounding inputs takes no time.</source>
        <translation>每个权重占一个字节，每个输出的缩放系数占四个字节；乘积受 int8 的屋顶限制，输入的舍入不耗时。</translation>
    </message>
    <message>
        <source>A weight takes one byte, the scale of an output four; no roof of int8 was measured, so products stay under the roof of their type.</source>
        <translation>每个权重占一个字节，每个输出的缩放系数占四个字节；没有测量 int8 的屋顶，乘积仍受原类型的屋顶限制。</translation>
    </message>
    <message>
        <source>Pointwise operators run inside the operator whose result they alone take, without time of their own; what passes between them stays out of memory.</source>
        <translation>逐元素算子在其独占结果的算子内运行，自身不耗时；二者之间传递的数据不经过内存。</translation>
    </message>
</context>
<context>
    <name>PipelineFigure</name>
    <message>
        <source>Waiting after each stage: median %1</source>
        <translation>每个阶段后等待：中位数 %1</translation>
    </message>
    <message>
        <source>Waiting: median %1</source>
        <translation>等待：中位数 %1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>Events only: median %1</source>
        <translation>仅用事件：中位数 %1</translation>
    </message>
    <message>
        <source>Events only: %1</source>
        <translation>仅事件：%1</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>There are too few runs for p99: 100 are needed.</source>
        <translation>运行次数太少，无法给出 p99：需要 100 次。</translation>
    </message>
    <message>
        <source>No run has been measured yet.</source>
        <translation>尚未测量任何运行。</translation>
    </message>
    <message>
        <source>The run at p99</source>
        <translation>位于 p99 的运行</translation>
    </message>
    <message>
        <source>The run nearest the median</source>
        <translation>最接近中位数的一次运行</translation>
    </message>
    <message>
        <source>Time since the run began</source>
        <translation>运行开始后的时间</translation>
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
        <source>above: %1</source>
        <translation>超出：%1</translation>
    </message>
    <message>
        <source>Rooflight %1 · roofs were not measured</source>
        <translation>Rooflight %1 · 未测量屋顶线</translation>
    </message>
    <message>
        <source>Rooflight %1 · roofs measured on this device by microbenchmarks, %2, effort: %3 · dashed: theoretical · bands: 95 % interval</source>
        <translation>Rooflight %1 · 屋顶线由本设备上的微基准测得，%2，测量力度：%3 · 虚线：理论值 · 色带：95 % 区间</translation>
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
        <source>its size must be at least 240x160 and at most 400 million pixels.</source>
        <translation>尺寸至少为 240x160，且不超过 4 亿像素。</translation>
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
        <source>Made by Rooflight %1</source>
        <translation>由 Rooflight %1 生成</translation>
    </message>
    <message>
        <source>Rooflight %1 · roofs of %2 from data sheets: theoretical, nothing was measured on it</source>
        <translation>Rooflight %1 · %2 的屋顶线来自数据手册：理论值，未在其上测量</translation>
    </message>
    <message>
        <source>Rooflight %1 · roofs measured on this device by microbenchmarks, %2, effort: %3 · dashed: theoretical · bands: 95 % interval, below flat roofs down to what is held for long</source>
        <translation>Rooflight %1 · 屋顶线由微基准在此设备上测得，%2，测量力度：%3 · 虚线：理论值 · 色带：95 % 区间，水平屋顶线下方延伸至可长期维持的值</translation>
    </message>
</context>
<context>
    <name>RoofDetails</name>
    <message>
        <source>%1 on %2 units</source>
        <translation>%1，%2单元</translation>
    </message>
    <message>
        <source>%1, level: %2</source>
        <translation>%1，层级：%2</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Entered manually</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Theoretical</source>
        <translation>理论值</translation>
    </message>
    <message>
        <source>Share of theoretical</source>
        <translation>达到理论值的</translation>
    </message>
    <message>
        <source>Theoretical from</source>
        <translation>理论值来源</translation>
    </message>
    <message>
        <source>How it was measured</source>
        <translation>测量方式</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>sustained</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>burst</source>
        <translation>瞬时</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Per core and cycle</source>
        <translation>每核每周期</translation>
    </message>
    <message>
        <source>Power, at most</source>
        <translation>最高功耗</translation>
    </message>
    <message>
        <source>Temperature, at most</source>
        <translation>最高温度</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>From a data sheet: nothing was measured on this device.</source>
        <translation>来自数据手册：未在该设备上测量。</translation>
    </message>
    <message>
        <source>Rooflight has no data sheet for this device, only measurements.</source>
        <translation>Rooflight 没有该设备的数据手册：仅有实测值。</translation>
    </message>
    <message>
        <source>Theoretical, from data sheets. Each point is at the limit that these roofs set; nothing was measured on this device.</source>
        <translation>理论值，来自数据手册。各点位于这些屋顶线允许的位置；未在该设备上测量。</translation>
    </message>
    <message>
        <source>Measured %1, effort: %2</source>
        <translation>测量时间：%1，测量力度：%2</translation>
    </message>
    <message>
        <source>Clock policy</source>
        <translation>时钟策略</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>SizeMap</name>
    <message>
        <source>Whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>share of the roof, 0 to 100 %</source>
        <translation>达到屋顶线的比例，0 至 100 %</translation>
    </message>
    <message>
        <source>not measured: time at the roof</source>
        <translation>未测量：屋顶线处的时间</translation>
    </message>
    <message>
        <source>ridge</source>
        <translation>脊点</translation>
    </message>
    <message>
        <source>does not run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
</context>
<context>
    <name>SweepFigure</name>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Nothing measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>knee</source>
        <translation>拐点</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Batch sizes</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Largest that fits: %1</source>
        <translation>可容纳的最大值：%1</translation>
    </message>
    <message>
        <source>Largest tried: %1</source>
        <translation>试过的最大值：%1</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>TimingSummary</name>
    <message>
        <source>Times the model with all common methods, side by side, and says which of them is misleading here and why.</source>
        <translation>以人们常用的各种方式并排为模型计时，并指出此处哪一种会误导以及原因。</translation>
    </message>
    <message>
        <source>Finds the largest batch that fits and the one with the best throughput. A sweep that is stopped continues where it was.</source>
        <translation>找出可容纳的最大批和吞吐量最佳的批。中断的扫描会从原处继续。</translation>
    </message>
    <message>
        <source>Times several models in a row with work of the host between them, with and without waiting after each.</source>
        <translation>为依次运行的多个模型及其间的主机工作计时，分别在每个阶段后等待和不等待。</translation>
    </message>
    <message>
        <source>Times the model interleaved with another model, or with another way to run it, and says which is faster, even on a machine whose speed drifts.</source>
        <translation>让模型与另一个模型或另一种运行方式交错计时，判断哪个更快；机器速度有漂移时也可靠。</translation>
    </message>
    <message>
        <source>%1 was not timed: %2.</source>
        <translation>%1 未计时：%2。</translation>
    </message>
    <message>
        <source>Times everything that can be changed without changing the model, interleaved with the model as it is, compares the outputs, and combines what makes it faster.</source>
        <translation>对所有无需改动模型即可更改的设置计时，与原样的模型交替进行，比较输出，并组合能加速的措施。</translation>
    </message>
</context>
<context>
    <name>rooflight::ComparisonModel</name>
    <message>
        <source>changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>rooflight::ComparisonPanel</name>
    <message>
        <source>The latency of the whole model was not measured in both.</source>
        <translation>两个会话没有都测量整个模型的延迟。</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 now</source>
        <translation>%1：之前为 %2，现在为 %3</translation>
    </message>
    <message>
        <source>Compare this session with another one, to see what became faster and what slower.</source>
        <translation>将此会话与另一个会话比较，查看哪些变快、哪些变慢。</translation>
    </message>
    <message>
        <source>Compare With…</source>
        <translation>比较对象…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>&amp;End Comparison</source>
        <translation>结束比较(&amp;E)</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化说明</translation>
    </message>
    <message>
        <source>Layers in both sessions</source>
        <translation>两个会话中的层</translation>
    </message>
    <message>
        <source>Whole model: %1 (%2)
%3 before, %4 now</source>
        <translation>整个模型：%1（%2）
之前 %3，现在 %4</translation>
    </message>
    <message>
        <source>Only &amp;leaves</source>
        <translation>仅叶层(&amp;L)</translation>
    </message>
    <message>
        <source>Without layers that contain other layers, whose times would count twice</source>
        <translation>不含包含其他层的层，其时间在这些层中会被重复计算</translation>
    </message>
    <message>
        <source>The two have no layer in common. By kind of operator:</source>
        <translation>两者没有共同的层。按算子种类：</translation>
    </message>
    <message>
        <source>Memory traffic: %1 → %2</source>
        <translation>内存流量：%1 → %2</translation>
    </message>
    <message>
        <source>By &amp;kind of operator</source>
        <translation>按算子种类(&amp;K)</translation>
    </message>
    <message>
        <source>One row for each kind of operator, whatever the layers are called</source>
        <translation>每种算子一行，与层的名称无关</translation>
    </message>
</context>
<context>
    <name>rooflight::CoverageMessage</name>
    <message>
        <source>Formulas cover %1 of %2 operators, %3 of the bytes and %4 of the time.</source>
        <translation>%2 个算子中有 %1 个有公式，涵盖 %3 的字节和 %4 的时间。</translation>
    </message>
    <message>
        <source>Formulas cover %1 of %2 operators and %3 of the bytes.</source>
        <translation>%2 个算子中有 %1 个有公式，涵盖 %3 的字节。</translation>
    </message>
    <message>
        <source>Show &amp;Unknown Operators</source>
        <translation>查看未知算子(&amp;U)</translation>
    </message>
</context>
<context>
    <name>rooflight::DetailsPanel</name>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Shapes, work and formulas of a model appear here once it has been counted.</source>
        <translation>模型计数完成后，这里显示其形状、计算量和公式。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>rooflight::FamilyLegend</name>
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
        <source>Show or hide: %1. Double click or Enter: show it alone; once more: show all.</source>
        <translation>显示或隐藏：%1。双击或按 Enter：只显示它，再次则全部显示。</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>Hollow: not measured there, placed on the roof that it could reach</source>
        <translation>空心：未在该设备上测量，置于可达到的屋顶线上</translation>
    </message>
</context>
<context>
    <name>rooflight::FigureDialog</name>
    <message>
        <source>Figure</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>The chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>The chart and its layers</source>
        <translation>图表及其各层</translation>
    </message>
    <message>
        <source>A page about the model</source>
        <translation>关于模型的一页</translation>
    </message>
    <message>
        <source>3.4in is a column of a paper, 7in a page. In inches and millimetres text is at least 7 points high, and a PNG has 300 dots per inch.</source>
        <translation>3.4in 为论文的一栏宽，7in 为一页宽。以英寸和毫米为单位时，文字至少 7 磅高，PNG 为每英寸 300 点。</translation>
    </message>
    <message>
        <source>PNG pixels per pixel of the width</source>
        <translation>宽度的每个像素对应的 PNG 像素数</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>&amp;Shows:</source>
        <translation>内容(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>宽度(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Pixels:</source>
        <translation>像素(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Background:</source>
        <translation>背景(&amp;B)：</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The width is a number and a unit, such as 3.4in, 86mm or 1200px.</source>
        <translation>宽度由数字和单位组成，例如 3.4in、86mm 或 1200px。</translation>
    </message>
    <message>
        <source>%1 x %2 pixels</source>
        <translation>%1 x %2 像素</translation>
    </message>
    <message>
        <source>%1 x %2 inches; a PNG has %3 x %4 pixels</source>
        <translation>%1 x %2 英寸；PNG 为 %3 x %4 像素</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PDF page (*.pdf)</source>
        <translation>PDF 页面 (*.pdf)</translation>
    </message>
    <message>
        <source>CSV table of its points (*.csv)</source>
        <translation>其中各点的 CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>All that it draws, as JSON (*.json)</source>
        <translation>所绘全部内容的 JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>rooflight::FigureView</name>
    <message>
        <source>PNG picture (*.png);;SVG picture (*.svg);;PDF page (*.pdf)</source>
        <translation>PNG 图片 (*.png);;SVG 图片 (*.svg);;PDF 页面 (*.pdf)</translation>
    </message>
    <message>
        <source>;;CSV table (*.csv)</source>
        <translation>;;CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存%1</translation>
    </message>
    <message>
        <source>Save Picture or Table…</source>
        <translation>保存图片或表格…</translation>
    </message>
</context>
<context>
    <name>rooflight::FolderExporter</name>
    <message>
        <source>The Python “%1” does not start.</source>
        <translation>Python“%1”无法启动。</translation>
    </message>
    <message>
        <source>Python builds the model of a folder, and no Python was found.</source>
        <translation>文件夹的模型由 Python 生成，但这里没有 Python。</translation>
    </message>
    <message>
        <source>Install Python 3 with torch, transformers and the package rooflight, or name it under View &gt; Settings.</source>
        <translation>请安装带有 torch、transformers 和 rooflight 包的 Python 3，或在“视图 &gt; 设置”中指定它。</translation>
    </message>
    <message>
        <source>The Python “%1” has no package rooflight: install it there, or name another Python under View &gt; Settings.</source>
        <translation>Python“%1”没有 rooflight 包：请在其中安装，或在“视图 &gt; 设置”中指定另一个 Python。</translation>
    </message>
    <message>
        <source>Python ended with status %1.</source>
        <translation>Python 以状态 %1 结束。</translation>
    </message>
    <message>
        <source>Python could not build the model of “%1”: %2</source>
        <translation>Python 无法生成“%1”的模型：%2</translation>
    </message>
</context>
<context>
    <name>rooflight::FolderDialog</name>
    <message>
        <source>Models and Sessions in “%1”</source>
        <translation>“%1”中的模型和会话</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Models and sessions</source>
        <translation>模型和会话</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>rooflight::GraphView</name>
    <message>
        <source>Layers shown: %1.</source>
        <translation>显示的层数：%1。</translation>
    </message>
</context>
<context>
    <name>rooflight::HelpWindow</name>
    <message>
        <source>Opening files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>The roofline</source>
        <translation>屋顶线图</translation>
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
        <source>Exporting results</source>
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
        <source>Rooflight Help</source>
        <translation>Rooflight 帮助</translation>
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
    <message>
        <source>Roofs</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>What the verdicts mean</source>
        <translation>结论的含义</translation>
    </message>
    <message>
        <source>Benchmarks</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Comparing sessions</source>
        <translation>会话对比</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Several sessions on one chart</source>
        <translation>在一张图上查看多个会话</translation>
    </message>
    <message>
        <source>Many models and machines</source>
        <translation>多个模型与机器</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>The graph of the model</source>
        <translation>模型结构图</translation>
    </message>
    <message>
        <source>Finding everything</source>
        <translation>查找所有内容</translation>
    </message>
</context>
<context>
    <name>rooflight::HistogramChart</name>
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
    <message>
        <source>Logarithmic time</source>
        <translation>对数时间</translation>
    </message>
    <message>
        <source>The whole range (Esc)</source>
        <translation>全部范围 (Esc)</translation>
    </message>
</context>
<context>
    <name>rooflight::HistogramPanel</name>
    <message>
        <source>In brackets: the 95 % interval.</source>
        <translation>括号内为 95 % 区间。</translation>
    </message>
    <message>
        <source>%1: its interval needs %2 runs</source>
        <translation>%1：其区间需要 %2 次运行</translation>
    </message>
    <message>
        <source>%1: the upper end of its interval needs %2 runs</source>
        <translation>%1：其区间的上端需要 %2 次运行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 (at least %3)</source>
        <translation>%1：%2（至少 %3）</translation>
    </message>
    <message>
        <source>%1 needs %2 runs</source>
        <translation>%1 需要 %2 次运行</translation>
    </message>
    <message>
        <source>It is one of the instrumented runs, shown instead of the bare ones.</source>
        <translation>它属于插桩的运行，此处代替未插桩的运行显示。</translation>
    </message>
    <message>
        <source>For all of these runs together: %1</source>
        <translation>关于所有这些运行已知：%1</translation>
    </message>
    <message>
        <source>Show the bare runs</source>
        <translation>显示未插桩的运行</translation>
    </message>
    <message>
        <source>A click marks the run</source>
        <translation>单击可标记该次运行</translation>
    </message>
    <message>
        <source>Caution: %1</source>
        <translation>请注意：%1</translation>
    </message>
    <message>
        <source>No latencies yet. They appear here when a layer or the model has been timed.</source>
        <translation>尚无延迟数据。测量某一层或整个模型后会显示在这里。</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Cumulative</source>
        <translation>累积分布</translation>
    </message>
    <message>
        <source>Over Time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>第 %1 次运行</translation>
    </message>
    <message>
        <source>Ways to show the latency</source>
        <translation>延迟的显示方式</translation>
    </message>
    <message>
        <source>R&amp;un:</source>
        <translation>运行(&amp;U)：</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Marks the time of this run in each layer that you select</source>
        <translation>在您选择的每一层中标出这次运行的用时</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>This session has no layers. Its times are in the benchmarks.</source>
        <translation>此会话不含任何层，其时间见“基准测试”。</translation>
    </message>
    <message>
        <source>Whole model, bare runs</source>
        <translation>整个模型，未插桩的运行</translation>
    </message>
    <message>
        <source>Whole model, instrumented runs</source>
        <translation>整个模型，插桩的运行</translation>
    </message>
    <message>
        <source>p%1</source>
        <translation>p%1</translation>
    </message>
    <message>
        <source>%1: %2 (%3 to %4)</source>
        <translation>%1：%2（%3 至 %4）</translation>
    </message>
    <message>
        <source>The 95 % interval of each is in parentheses</source>
        <translation>括号中为各自的 95 % 区间</translation>
    </message>
    <message>
        <source>%1 needs %2 runs, %3 were timed</source>
        <translation>%1 需要 %2 次运行，已计时 %3 次</translation>
    </message>
    <message>
        <source>Measure &amp;Longer</source>
        <translation>延长测量(&amp;L)</translation>
    </message>
    <message>
        <source>Time the model again, with as many runs as the percentiles need</source>
        <translation>按百分位数所需的运行次数重新计时模型</translation>
    </message>
    <message>
        <source>%1, instrumented runs</source>
        <translation>%1，插桩的运行</translation>
    </message>
    <message>
        <source>Its time in a bare run is %1: its share of the model's bare median. Recording operators makes instrumented runs longer.</source>
        <translation>在未插桩的运行中为 %1：其占比乘以模型未插桩的中位数。记录算子使插桩的运行更长。</translation>
    </message>
</context>
<context>
    <name>rooflight::HoverCard</name>
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
    <name>rooflight::InputTable</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Inputs, one per line</source>
        <translation>输入，每行一个</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>Add another input, as in the file</source>
        <translation>再添加一个输入，与文件一致</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove the input in this row</source>
        <translation>移除这一行的输入</translation>
    </message>
    <message>
        <source>As Te&amp;xt</source>
        <translation>文本形式(&amp;X)</translation>
    </message>
    <message>
        <source>The same inputs as text, one per line</source>
        <translation>相同的内容，每行一个输入</translation>
    </message>
    <message>
        <source>Row %1, %2: %3</source>
        <translation>第 %1 行，%2：%3</translation>
    </message>
</context>
<context>
    <name>rooflight::LayerTreeModel</name>
    <message>
        <source>%1 (call %2)</source>
        <translation>%1（第 %2 次调用）</translation>
    </message>
    <message>
        <source>%1 ×%2</source>
        <translation>%1 ×%2</translation>
    </message>
    <message>
        <source>In instrumented runs its median is %1.</source>
        <translation>在插桩运行中，其中位数为 %1。</translation>
    </message>
</context>
<context>
    <name>rooflight::LayerView</name>
    <message>
        <source>&amp;One List of All Layers</source>
        <translation>所有层的单一列表(&amp;O)</translation>
    </message>
    <message>
        <source>This session has no layers.</source>
        <translation>此会话不含任何层。</translation>
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
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Copy Rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Show Details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>No layer and no operator matches the filter.</source>
        <translation>没有层或算子符合筛选条件。</translation>
    </message>
    <message>
        <source>Clear the Filter</source>
        <translation>清除筛选</translation>
    </message>
</context>
<context>
    <name>rooflight::LogView</name>
    <message>
        <source>The worker has written nothing.</source>
        <translation>工作进程没有输出任何内容。</translation>
    </message>
    <message>
        <source>Log of the worker</source>
        <translation>工作进程日志</translation>
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
    <name>rooflight::MainWindow</name>
    <message>
        <source>The chart was copied, at twice its resolution</source>
        <translation>已复制图表，像素为屏幕的两倍</translation>
    </message>
    <message>
        <source>The measurement was stopped early. The results so far are kept.</source>
        <translation>测量已提前停止。此前收到的结果仍然保留。</translation>
    </message>
    <message>
        <source>Rooflight ended on %2 before the session of %1 was saved. The results so far were kept.</source>
        <translation>Rooflight 于 %2 结束，%1 的会话尚未保存。已测得的结果仍然保留。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a Model or a Session</source>
        <translation>打开模型或会话</translation>
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
        <source>About Rooflight</source>
        <translation>关于 Rooflight</translation>
    </message>
    <message>
        <source>Rooflight %1

What limits each layer of a network on this machine, and how far it is from that limit.

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Rooflight %1

神经网络的每一层在本机上受什么限制，以及距离该极限还有多远。

自由软件，遵循 GNU 通用公共许可证第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Models and sessions (%1);;All files (*)</source>
        <translation>模型和会话 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>There is no model and no session in “%1”.</source>
        <translation>“%1”中没有模型也没有会话。</translation>
    </message>
    <message>
        <source>%1, before</source>
        <translation>%1，之前</translation>
    </message>
    <message>
        <source>%1 in Python</source>
        <translation>在 Python 中生成 %1</translation>
    </message>
    <message>
        <source>The measurement of %1 was stopped, because another file was opened.</source>
        <translation>因打开了另一个文件，%1 的测量已停止。</translation>
    </message>
    <message>
        <source>Measure It</source>
        <translation>测量它</translation>
    </message>
</context>
<context>
    <name>rooflight::MessageBar</name>
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
    <message>
        <source>Messages waiting: %1</source>
        <translation>等待中的消息：%1</translation>
    </message>
</context>
<context>
    <name>rooflight::NoteEditor</name>
    <message>
        <source>A note about the model, saved with the session</source>
        <translation>关于模型的备注，随会话保存</translation>
    </message>
    <message>
        <source>A note about %1, saved with the session</source>
        <translation>关于 %1 的备注，随会话保存</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>rooflight::SessionKeeper</name>
    <message>
        <source>Unsaved Session</source>
        <translation>未保存的会话</translation>
    </message>
    <message>
        <source>The measurements of “%1” are not saved. Save the session?</source>
        <translation>“%1”的测量结果尚未保存。要保存会话吗？</translation>
    </message>
    <message>
        <source>The measurements of “%1” and its notes are not saved. Save the session?</source>
        <translation>“%1”的测量结果和备注尚未保存。要保存会话吗？</translation>
    </message>
    <message>
        <source>The notes on this session are not saved. Save the session with them?</source>
        <translation>此会话的备注尚未保存。要连同备注保存会话吗？</translation>
    </message>
    <message>
        <source>Unsaved Measurements</source>
        <translation>未保存的测量结果</translation>
    </message>
    <message>
        <source>Measurements that were not saved: %1. Delete them, and forget the recent files?</source>
        <translation>未保存的测量结果有 %1 个。要删除它们，并清除最近的文件吗？</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>rooflight::OptionsDialog</name>
    <message>
        <source>How to Measure %1</source>
        <translation>如何测量 %1</translation>
    </message>
    <message>
        <source>The inputs of the model are not known yet.</source>
        <translation>尚不清楚模型需要哪些输入。</translation>
    </message>
    <message>
        <source>The model takes: %1</source>
        <translation>模型的输入：%1</translation>
    </message>
    <message>
        <source>As in the input</source>
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
        <source>Chosen by LibTorch</source>
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
        <source>Effort for the r&amp;oofs:</source>
        <translation>屋顶线测量力度(&amp;O)：</translation>
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
        <source>Custom Operators</source>
        <translation>自定义算子</translation>
    </message>
    <message>
        <source>&amp;Libraries:</source>
        <translation>算子库(&amp;L)：</translation>
    </message>
    <message>
        <source>Shared libraries to load before the model, one per line.</source>
        <translation>在加载模型之前加载的共享库，每行一个。</translation>
    </message>
    <message>
        <source>&amp;Formulas:</source>
        <translation>公式(&amp;F)：</translation>
    </message>
    <message>
        <source>A text file with formulas for operators that Rooflight does not know. F1 shows how to write one.</source>
        <translation>为 Rooflight 未知的算子给出公式的文本文件。按 F1 查看写法。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Execution and Timing</source>
        <translation>执行与计时</translation>
    </message>
    <message>
        <source>One input per row, in the model&apos;s order. Without rows: as in the file. Press F1 for more.</source>
        <translation>每行一个输入，按模型的顺序。没有行时以文件为准。按 F1 了解更多。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>rooflight::PipelineDialog</name>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Move &amp;Up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;Down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Time a Pipeline</source>
        <translation>为流水线计时</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>busy:MS keeps a thread busy for MS milliseconds, sleep:MS waits, copy copies results to host memory; or the path of a TorchScript file that runs on the CPU.</source>
        <translation>busy:MS 使一个线程忙碌若干毫秒，sleep:MS 等待，copy 将结果复制到主机内存；也可填写在 CPU 上运行的 TorchScript 文件的路径。</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>First model:</source>
        <translation>第一个模型：</translation>
    </message>
    <message>
        <source>Models after it:</source>
        <translation>其后的模型：</translation>
    </message>
    <message>
        <source>&amp;Host work between stages:</source>
        <translation>其间的主机工作(&amp;H)：</translation>
    </message>
    <message>
        <source>Add Models</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Models (*.pt *.pt2 *.pth *.ts *.torchscript);;All files (*)</source>
        <translation>模型 (*.pt *.pt2 *.pth *.ts *.torchscript);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>rooflight::ProblemPrompter</name>
    <message>
        <source>Look at the Code…</source>
        <translation>查看代码…</translation>
    </message>
    <message>
        <source>Open Anyway</source>
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
        <source>“%1” needs operators of a library that is missing.</source>
        <translation>“%1”需要一个库中的算子，但没有找到该库。</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>It happened here: %1, %2 of %3.</source>
        <translation>发生在：%1，第 %2 / %3 个。</translation>
    </message>
    <message>
        <source>It happened here: %1.</source>
        <translation>发生在：%1。</translation>
    </message>
    <message>
        <source>“%1” was not run, because this machine cannot protect your files from a model. Run it unconfined only if you trust its author.</source>
        <translation>未运行“%1”，因为本机无法阻止模型访问您的文件。仅当您信任其作者时，才可在没有此保护的情况下运行。</translation>
    </message>
    <message>
        <source>Run Unconfined</source>
        <translation>不加限制地运行</translation>
    </message>
    <message>
        <source>The worker “%1” does not answer.</source>
        <translation>“%1”没有工作进程应答。</translation>
    </message>
    <message>
        <source>Where to Measure…</source>
        <translation>在哪里测量…</translation>
    </message>
</context>
<context>
    <name>rooflight::ProgressPanel</name>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop measuring and keep the results so far (Ctrl+.)</source>
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
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>%1 – %2: %3 of %4</source>
        <translation>%1 – %2：%3 / %4</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>rooflight::RoofPanel</name>
    <message>
        <source>Roof</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Theoretical</source>
        <translation>理论值</translation>
    </message>
    <message>
        <source>Roofs</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Device whose roofs are shown</source>
        <translation>显示其屋顶线的设备</translation>
    </message>
    <message>
        <source>The same layers under the roofs of another device</source>
        <translation>同样的层置于另一设备的屋顶线下</translation>
    </message>
    <message>
        <source>How the roof was measured</source>
        <translation>屋顶线的测量方式</translation>
    </message>
    <message>
        <source>Measure Again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Measure the roofs and the model again</source>
        <translation>重新测量屋顶线和模型</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Restore the measured values and the roofs that are drawn by default</source>
        <translation>恢复实测值和默认绘制的屋顶线</translation>
    </message>
    <message>
        <source>The roofs were not measured.</source>
        <translation>尚未测量屋顶线。</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>实测：%1</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Entered manually; measured: %1</source>
        <translation>手动输入；实测：%1</translation>
    </message>
    <message>
        <source>Double-click or press F2 to enter another value</source>
        <translation>双击或按 F2 输入其他数值</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for this roof. Enter one such as %2, or nothing for the measured value.</source>
        <translation>“%1”不是该屋顶线的数值。请输入如 %2 的数值，或留空以使用实测值。</translation>
    </message>
    <message>
        <source>%1, theoretical</source>
        <translation>%1（理论值）</translation>
    </message>
</context>
<context>
    <name>rooflight::RooflineChart</name>
    <message>
        <source>Open a model or a saved session to see its layers under the roofs of the machine.</source>
        <translation>打开模型或已保存的会话，查看各层在本机屋顶线下的位置。</translation>
    </message>
    <message>
        <source>Roofline chart</source>
        <translation>屋顶线图</translation>
    </message>
    <message>
        <source>Show in the &amp;Table</source>
        <translation>在表格中显示(&amp;T)</translation>
    </message>
    <message>
        <source>E&amp;xpand These %1</source>
        <translation>展开这 %1 个(&amp;U)</translation>
    </message>
</context>
<context>
    <name>rooflight::SampleStrip</name>
    <message>
        <source>Repetitions · line: the roof · band: 95 % interval</source>
        <translation>各次重复 · 横线：屋顶线 · 色带：95 % 区间</translation>
    </message>
    <message>
        <source>Repetitions · line: the roof</source>
        <translation>各次重复 · 横线：屋顶线</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation>各次重复</translation>
    </message>
    <message>
        <source>Repetitions of the measurement</source>
        <translation>重复测量</translation>
    </message>
</context>
<context>
    <name>rooflight::SessionComparer</name>
    <message>
        <source>Compare With</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>“%1” is not a saved session, or it is damaged.</source>
        <translation>“%1”不是已保存的会话，或已损坏。</translation>
    </message>
    <message>
        <source>Save the Comparison</source>
        <translation>保存比较结果</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>HTML page (*.html)</source>
        <translation>HTML 页面 (*.html)</translation>
    </message>
    <message>
        <source>JSON for programs (*.json)</source>
        <translation>供程序使用的 JSON (*.json)</translation>
    </message>
    <message>
        <source>Models and sessions (%1);;All files (*)</source>
        <translation>模型和会话 (%1);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>rooflight::SessionTabs</name>
    <message>
        <source>It is not saved: save it to open it again later.</source>
        <translation>它不在任何文件中：保存后才能再次查看。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
</context>
<context>
    <name>rooflight::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>&amp;Launch-bound below:</source>
        <translation>启动开销受限(&amp;L)：低于</translation>
    </message>
    <message>
        <source>An operator whose work takes less than one launch overhead is launch-bound if its call takes less than this number of them.</source>
        <translation>若算子的计算和访存用时不到一次启动开销，且一次调用的耗时低于此倍数，则判为启动开销受限。</translation>
    </message>
    <message>
        <source>&amp;Underutilized below:</source>
        <translation>利用不足(&amp;U)：低于</translation>
    </message>
    <message>
        <source>If neither arithmetic nor memory traffic takes this share of the measured time at its roof, the implementation limits the operator.</source>
        <translation>若算术运算和访存在屋顶线下的用时都不到实测时间的这一比例，则瓶颈在于算子的实现。</translation>
    </message>
    <message>
        <source>&amp;Balanced within:</source>
        <translation>均衡(&amp;B)：相差不超过</translation>
    </message>
    <message>
        <source>If the times of arithmetic and memory traffic at the roofs differ by at most this much, both limit the operator.</source>
        <translation>若算术运算与访存在屋顶线下的用时相差不超过此比例，则二者同时构成限制。</translation>
    </message>
    <message>
        <source> launch overheads</source>
        <translation> 倍启动开销</translation>
    </message>
    <message>
        <source> % of the time</source>
        <translation> % 的时间</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Back to 3 launch overheads, 20 % and 20 %</source>
        <translation>恢复为 3 倍启动开销、20 % 和 20 %</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Size of &amp;texts:</source>
        <translation>文字大小(&amp;T)：</translation>
    </message>
    <message>
        <source>Start with the &amp;file shown last</source>
        <translation>启动时打开上次显示的文件(&amp;F)</translation>
    </message>
    <message>
        <source>A saved session is shown as you left it; a model is measured again</source>
        <translation>已保存的会话恢复为离开时的样子；模型会重新测量</translation>
    </message>
    <message>
        <source>As in the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>T&amp;heme:</source>
        <translation>主题(&amp;H)：</translation>
    </message>
    <message>
        <source>Langua&amp;ge:</source>
        <translation>语言 (Language)(&amp;G)：</translation>
    </message>
    <message>
        <source>It builds the model of a Hugging Face folder, and needs torch, transformers and rooflight. Empty: the one that is found, or ROOFLIGHT_PYTHON.</source>
        <translation>用于构建 Hugging Face 文件夹中的模型，需要 torch、transformers 和 rooflight。留空：使用找到的 Python 或 ROOFLIGHT_PYTHON。</translation>
    </message>
    <message>
        <source>Folders of models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>&amp;Python:</source>
        <translation>&amp;Python：</translation>
    </message>
</context>
<context>
    <name>rooflight::StartPage</name>
    <message>
        <source>Forget the recent files, and delete the measurements that were not saved</source>
        <translation>清除最近的文件，并删除未保存的测量结果</translation>
    </message>
    <message>
        <source>Measured, and not saved</source>
        <translation>已测量，未保存</translation>
    </message>
    <message>
        <source>Open a File…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>Asking the worker…</source>
        <translation>正在询问工作进程…</translation>
    </message>
    <message>
        <source>The worker is not running, so only saved sessions can be opened.</source>
        <translation>工作进程未运行，因此只能打开已保存的会话。</translation>
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
        <source>This Machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>This machine cannot stop models from changing files: open only files that you trust.</source>
        <translation>本机无法阻止模型修改文件：请只打开可信的文件。</translation>
    </message>
    <message>
        <source>Models run in a separate process that cannot access your files.</source>
        <translation>模型在独立的进程中运行，该进程无法访问您的文件。</translation>
    </message>
    <message>
        <source>Explore a Sample</source>
        <translation>查看示例</translation>
    </message>
    <message>
        <source>ResNet-18 as measured on another machine; nothing is run</source>
        <translation>在另一台机器上测得的 ResNet-18；不会运行任何内容</translation>
    </message>
    <message>
        <source>Its roofs were measured %1.</source>
        <translation>它的屋顶线已知（测量时间：%1）。</translation>
    </message>
    <message>
        <source>The same ResNet-18, measured on this machine</source>
        <translation>在本机上测量同一个 ResNet-18</translation>
    </message>
    <message>
        <source>← Back to %1</source>
        <translation>← 返回 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Its roofs will be measured with the next model, and then kept.</source>
        <translation>它的屋顶线将在测量下一个模型时测量，之后保留。</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>Drop a model or its folder here</source>
        <translation>将模型或其文件夹拖放到此处</translation>
    </message>
    <message>
        <source>A TorchScript file (.pt), one of torch.export (.pt2), a saved session (.ridge), or the folder of a Hugging Face model. Every layer becomes a point under the roofs measured on this machine.</source>
        <translation>TorchScript 文件（.pt）、torch.export 文件（.pt2）、保存的会话（.ridge）或 Hugging Face 模型的文件夹。每一层都成为本机实测屋顶线下的一个点。</translation>
    </message>
    <message>
        <source>Measure the Sample</source>
        <translation>测量示例</translation>
    </message>
    <message>
        <source>Its roofs were disturbed when they were measured: the next model measures them again.</source>
        <translation>测量其屋顶线时受到干扰：下一个模型会重新测量。</translation>
    </message>
</context>
<context>
    <name>rooflight::SummaryBar</name>
    <message>
        <source>Model (%1)</source>
        <translation>模型（%1）</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
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
        <source>The GPU counted %1 read and %2 written in its memory.</source>
        <translation>GPU 在其显存中计得读取 %1、写入 %2。</translation>
    </message>
    <message>
        <source>That is more than 20 % off the computed bytes.</source>
        <translation>与计算字节数相差超过 20 %。</translation>
    </message>
    <message>
        <source>Median of %1 runs; fastest %2, slowest %3.</source>
        <translation>%1 次运行的中位数；最快 %2，最慢 %3。</translation>
    </message>
    <message>
        <source>Latency (median)</source>
        <translation>延迟（中位数）</translation>
    </message>
    <message>
        <source>Throughput (mean)</source>
        <translation>吞吐量（平均）</translation>
    </message>
    <message>
        <source>%1 items/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>%1 runs/s</source>
        <translation>%1 次/秒</translation>
    </message>
    <message>
        <source>Items that the model processes per second, from the mean over all runs.</source>
        <translation>每秒通过模型的样本数，按所有运行的平均计算。</translation>
    </message>
    <message>
        <source>Runs per second, from the mean over all runs. The batch dimension is unknown.</source>
        <translation>每秒的运行次数，按所有运行的平均计算。尚不知道哪个维度是批。</translation>
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
        <source>Largest memory that inputs, results and temporaries occupied at one time, without the parameters.</source>
        <translation>输入、结果和临时张量同时占用的最大内存，不含参数。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>What limits the model, and what it could gain: each operator under its own roof, added up. F1 explains the terms.</source>
        <translation>模型受什么限制、还能快多少：每个算子按各自的屋顶线评判后汇总。按 F1 查看术语说明。</translation>
    </message>
    <message>
        <source>The layers are timed in separate runs, in which the model took %1; its details say why.</source>
        <translation>各层在另外的运行中计时，模型在其中耗时 %1：原因见其详细信息。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>All numbers of the model</source>
        <translation>模型的全部数值</translation>
    </message>
    <message>
        <source>%1. Measured by the counter of %2 over windows of whole runs, so with all that used the device meanwhile.</source>
        <translation>%1。由%2的计数器在若干完整运行的窗口内测得，因此包含期间使用该设备的一切。</translation>
    </message>
    <message>
        <source>Idle power: %1.</source>
        <translation>空闲功率：%1。</translation>
    </message>
    <message>
        <source>Energy of a run (mean)</source>
        <translation>每次运行的能耗（平均）</translation>
    </message>
</context>
<context>
    <name>rooflight::SizePanel</name>
    <message>
        <source>Whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>There are no roofs for these sizes: choose a device in Roofs.</source>
        <translation>这些尺寸还没有可对照的屋顶线：请在“屋顶线”中选择一种设备。</translation>
    </message>
    <message>
        <source>Time and work for different sizes of the inputs. The command line measures them:</source>
        <translation>随输入尺寸变化的时间与工作量。由命令行逐一测量：</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>The layer whose share of the roof is shown, and whose path is labelled with its sizes</source>
        <translation>显示其达到屋顶线的比例、并在其路径旁标注尺寸的层</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
</context>
<context>
    <name>rooflight::TimingPanel</name>
    <message>
        <source>Compile it, too (about a minute)</source>
        <translation>同时编译（约一分钟）</translation>
    </message>
    <message>
        <source>Compiles a torch.export file with your Python's AOTInductor, in the sandbox, and keeps the result for the next time.</source>
        <translation>用您的 Python 中的 AOTInductor 在沙箱中编译 torch.export 文件。编译结果会保留，供下次使用。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Batch Sizes</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>&amp;Compare Methods</source>
        <translation>比较方法(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Sweep Batch Sizes</source>
        <translation>扫描批大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Time a Pipeline…</source>
        <translation>为流水线计时(&amp;T)…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Show the run at p99</source>
        <translation>显示位于 p99 的运行</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>Time &amp;Interleaved…</source>
        <translation>交错计时(&amp;I)…</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>改进措施</translation>
    </message>
    <message>
        <source>Try &amp;All</source>
        <translation>全部试验(&amp;A)</translation>
    </message>
</context>
<context>
    <name>rooflight::TrustDialog</name>
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
        <source>Code to review</source>
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
        <source>“%1” makes calls that are not known to be safe when it is opened or run. Run it only if you trust its author. You are asked once for each file.</source>
        <translation>“%1”在打开或运行时会调用未知是否安全的操作。仅在信任其作者时才运行。每个文件只询问一次。</translation>
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
    <name>rooflight::InterleaveDialog</name>
    <message>
        <source>Time Interleaved</source>
        <translation>交错计时</translation>
    </message>
    <message>
        <source>the same file</source>
        <translation>同一个文件</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>First:</source>
        <translation>第一个：</translation>
    </message>
    <message>
        <source>Interleaved with:</source>
        <translation>与它交错：</translation>
    </message>
    <message>
        <source>&amp;Executor:</source>
        <translation>执行器(&amp;E)：</translation>
    </message>
    <message>
        <source>&amp;Precision:</source>
        <translation>精度(&amp;P)：</translation>
    </message>
    <message>
        <source>Memory &amp;format:</source>
        <translation>内存格式(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;TF32 on CUDA:</source>
        <translation>CUDA 上的 TF32(&amp;T)：</translation>
    </message>
    <message>
        <source>C&amp;aches:</source>
        <translation>缓存(&amp;A)：</translation>
    </message>
    <message>
        <source>like the first</source>
        <translation>与第一个相同</translation>
    </message>
    <message>
        <source>Choose a Model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Models (*.pt *.pt2 *.pth *.ts *.torchscript);;All files (*)</source>
        <translation>模型 (*.pt *.pt2 *.pth *.ts *.torchscript);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>rooflight::UnknownPanel</name>
    <message>
        <source>No formula is known for this operator.</source>
        <translation>没有该算子的计算公式。</translation>
    </message>
    <message>
        <source>Operator and layers</source>
        <translation>算子与层</translation>
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
        <source>Operators without a formula appear here once the model is counted.</source>
        <translation>模型计数之后，没有公式的算子会列在这里。</translation>
    </message>
    <message>
        <source>Every operator of this model has a formula.</source>
        <translation>此模型的每个算子都有公式。</translation>
    </message>
</context>
<context>
    <name>rooflight::WindowActions</name>
    <message>
        <source>&amp;Figure…</source>
        <translation>图片(&amp;F)…</translation>
    </message>
    <message>
        <source>The chart as it is on the screen, for a paper or a slide (Ctrl+E)</source>
        <translation>屏幕上的图表，用于论文或幻灯片 (Ctrl+E)</translation>
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
        <source>How to measure: inputs, batch, device and threads (F6)</source>
        <translation>测量方式：输入、批大小、设备和线程数（F6）</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Restart the Worker</source>
        <translation>重新启动工作进程(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Where to Measure…</source>
        <translation>在哪里测量(&amp;W)…</translation>
    </message>
    <message>
        <source>Fin&amp;d Layer…</source>
        <translation>查找层(&amp;D)…</translation>
    </message>
    <message>
        <source>Copy Ro&amp;ws</source>
        <translation>复制行(&amp;W)</translation>
    </message>
    <message>
        <source>Reset Layo&amp;ut</source>
        <translation>重置布局(&amp;U)</translation>
    </message>
    <message>
        <source>Start &amp;Page</source>
        <translation>起始页(&amp;P)</translation>
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
        <source>&amp;About Rooflight</source>
        <translation>关于 Rooflight(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
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
        <source>Page (P&amp;DF)…</source>
        <translation>页面 (PDF)(&amp;D)…</translation>
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
    <message>
        <source>Compare &amp;Timing Methods</source>
        <translation>比较计时方法(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Sweep Batch Sizes</source>
        <translation>扫描批大小(&amp;S)</translation>
    </message>
    <message>
        <source>Time a &amp;Pipeline…</source>
        <translation>为流水线计时(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Save the Comparison…</source>
        <translation>保存比较结果(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;End the Comparison</source>
        <translation>结束比较(&amp;E)</translation>
    </message>
    <message>
        <source>Time &amp;Interleaved…</source>
        <translation>交错计时(&amp;I)…</translation>
    </message>
    <message>
        <source>Settin&amp;gs…</source>
        <translation>设置(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Keep This One on the Chart</source>
        <translation>将当前会话保留在图上(&amp;K)</translation>
    </message>
    <message>
        <source>Table &amp;with Provenance (CSV)…</source>
        <translation>带来源说明的表格 (CSV)(&amp;W)…</translation>
    </message>
    <message>
        <source>Above the table, in lines that begin with #: model, machine, settings and roofs</source>
        <translation>表格上方以 # 开头的行说明模型、机器、设置和屋顶线</translation>
    </message>
    <message>
        <source>Try to Make It &amp;Faster</source>
        <translation>试验加速(&amp;F)</translation>
    </message>
    <message>
        <source>nothing is being measured</source>
        <translation>当前没有测量</translation>
    </message>
    <message>
        <source>nothing is being compared</source>
        <translation>当前没有比较</translation>
    </message>
    <message>
        <source>waits until the measurement is done</source>
        <translation>等测量结束后可用</translation>
    </message>
    <message>
        <source>needs an open model</source>
        <translation>需要先打开模型</translation>
    </message>
    <message>
        <source>&amp;Compare With…</source>
        <translation>比较(&amp;C)…</translation>
    </message>
    <message>
        <source>Close Window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>The start page with the recent files, and back (Alt+Home)</source>
        <translation>含最近文件的起始页，再按返回 (Alt+Home)</translation>
    </message>
    <message>
        <source>&amp;Find a Command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>Find every command, layer, panel and setting by its name (Ctrl+K)</source>
        <translation>按名称查找所有命令、层、面板和设置 (Ctrl+K)</translation>
    </message>
    <message>
        <source>Find Out Wh&amp;y</source>
        <translation>查明原因(&amp;Y)</translation>
    </message>
    <message>
        <source>Find by experiment what limits the selected layers, or those with the most to gain (Ctrl+Y)</source>
        <translation>通过实验查明是什么拖慢了所选的层,或可节省最多的层(Ctrl+Y)</translation>
    </message>
    <message>
        <source>A&amp;dd to the Chart…</source>
        <translation>添加到图表(&amp;D)…</translation>
    </message>
    <message>
        <source>Another session, or another model, which is then measured beside this one (%1)</source>
        <translation>另一个会话，或另一个随后与当前模型并排测量的模型（%1）</translation>
    </message>
    <message>
        <source>&amp;Pin as the Baseline</source>
        <translation>设为基准(&amp;P)</translation>
    </message>
    <message>
        <source>Compare whatever is measured or opened from now on with what is shown now (%1)</source>
        <translation>此后测量或打开的内容都与当前显示的内容比较（%1）</translation>
    </message>
</context>
<context>
    <name>rooflight::Workbench</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
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
    <message>
        <source>Roofs</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Benchmarks</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>What If</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>结构图</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基准：%1</translation>
    </message>
    <message>
        <source>What the chart shows: colours, collapsed blocks, roofs, zoom</source>
        <translation>图表显示的内容：颜色、折叠的块、屋顶线、缩放</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>图表显示的内容</translation>
    </message>
</context>
<context>
    <name>rooflight::ChartActions</name>
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
        <source>Undo &amp;Zoom</source>
        <translation>撤销缩放(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Redo Zoom</source>
        <translation>重做缩放(&amp;R)</translation>
    </message>
    <message>
        <source>Roof&amp;s…</source>
        <translation>屋顶线(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Box Zoom</source>
        <translation>框选缩放(&amp;B)</translation>
    </message>
    <message>
        <source>Drag a box to zoom into it; without this mode, hold Shift</source>
        <translation>拖出一个框以放大；未启用时请按住 Shift</translation>
    </message>
    <message>
        <source>Collapse &amp;Equal Blocks</source>
        <translation>折叠相同的块(&amp;E)</translation>
    </message>
    <message>
        <source>Show identical blocks as one, on the chart and in the table (Ctrl+B)</source>
        <translation>在图和表格中将相同的块显示为一个 (Ctrl+B)</translation>
    </message>
    <message>
        <source>Fused I&amp;ntensity</source>
        <translation>融合后的算术强度(&amp;N)</translation>
    </message>
    <message>
        <source>Show the intensity that each layer would have if everything inside it were fused (I)</source>
        <translation>显示若层内全部融合，各层会向右移到何处 (I)</translation>
    </message>
    <message>
        <source>FLOP per C&amp;ycle</source>
        <translation>每周期 FLOP(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Copy the Card</source>
        <translation>复制卡片(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the C&amp;hart</source>
        <translation>复制图表(&amp;H)</translation>
    </message>
    <message>
        <source>Co&amp;lour By</source>
        <translation>着色依据(&amp;L)</translation>
    </message>
    <message>
        <source>Relati&amp;ve to the Roofs</source>
        <translation>相对于屋顶线(&amp;V)</translation>
    </message>
    <message>
        <source>Place every point relative to the ridge of the roofs that judge it: sessions of several devices and precisions then share one pair of roofs (N)</source>
        <translation>将每个点置于评判它的屋顶线的脊点的相对位置：不同设备和精度的会话即可共用一对屋顶线（N）</translation>
    </message>
</context>
<context>
    <name>rooflight::FilterBar</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Show only some layers, in the table and on the chart; the tree as one list</source>
        <translation>在表格和图中只显示部分层；将树形结构显示为单一列表</translation>
    </message>
    <message>
        <source>At least %1 of the time</source>
        <translation>至少占时间的 %1</translation>
    </message>
    <message>
        <source>Any share of the time</source>
        <translation>任意时间占比</translation>
    </message>
    <message>
        <source>not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message>
        <source>Only with &amp;Arithmetic</source>
        <translation>仅含算术运算(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Clear the Filter</source>
        <translation>清除筛选(&amp;C)</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>&amp;Slowest</source>
        <translation>最慢的(&amp;S)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>The Slowest %1</source>
        <translation>最慢的 %1 个</translation>
    </message>
    <message>
        <source>Minimum share of the time</source>
        <translation>最小时间占比</translation>
    </message>
    <message>
        <source>&amp;Memory Fits Into</source>
        <translation>内存放得进(&amp;M)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>含算术</translation>
    </message>
    <message>
        <source>Slowest %1</source>
        <translation>最慢 %1 个</translation>
    </message>
    <message>
        <source>Fits into %1</source>
        <translation>放得进 %1</translation>
    </message>
    <message>
        <source>Remove this criterion</source>
        <translation>去掉此条件</translation>
    </message>
    <message>
        <source>Without the filter: %1</source>
        <translation>去掉筛选：%1</translation>
    </message>
    <message>
        <source>Search layers and operators (Ctrl+F)</source>
        <translation>搜索层和算子（Ctrl+F）</translation>
    </message>
    <message>
        <source>Search layers and operators</source>
        <translation>搜索层和算子</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Only the Selec&amp;ted</source>
        <translation>仅所选(&amp;T)</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>所选：%1</translation>
    </message>
    <message>
        <source>The Text Is a &amp;Regular Expression</source>
        <translation>文本为正则表达式(&amp;R)</translation>
    </message>
</context>
<context>
    <name>rooflight::OverviewPanel</name>
    <message>
        <source>Each layer is listed.</source>
        <translation>逐层列出。</translation>
    </message>
    <message>
        <source>Identical layers are combined.</source>
        <translation>相同的层已合并。</translation>
    </message>
    <message>
        <source>Included in the times above: the time of a run outside the kernels of the GPU.</source>
        <translation>已计入上面的时间：一次运行在 GPU 内核之外所用的时间。</translation>
    </message>
    <message>
        <source>The layers that take longest, and those with the most to gain, appear here once they are timed.</source>
        <translation>测得时间后，这里会显示哪些层耗时最长，以及哪里收益最大。</translation>
    </message>
    <message>
        <source>What limits the time, and where to look first, appears here once the roofs are measured.</source>
        <translation>测得屋顶线后，这里会显示时间受限于什么，以及应先查看哪里。</translation>
    </message>
    <message>
        <source>Click to see only these in the table and on the chart.</source>
        <translation>点击后，表格和图中只显示这些。</translation>
    </message>
    <message>
        <source>Most of it: %1. Click to see only these in the table and on the chart.</source>
        <translation>其中最多的是 %1。点击后，表格和图中只显示这些。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>What limits the time</source>
        <translation>时间受限于</translation>
    </message>
    <message>
        <source>What limits it at the roofs (not timed)</source>
        <translation>在屋顶线处的限制（尚无时间）</translation>
    </message>
    <message>
        <source>could save, share of all gain</source>
        <translation>可节省，占全部可节省的比例</translation>
    </message>
    <message>
        <source>time, share of the model</source>
        <translation>时间，占模型的比例</translation>
    </message>
    <message>
        <source>Layers to look at first</source>
        <translation>应先查看的层</translation>
    </message>
    <message>
        <source>Order of the layers to look at first</source>
        <translation>应先查看的层的排序</translation>
    </message>
    <message>
        <source>Most to gain</source>
        <translation>可节省最多</translation>
    </message>
    <message>
        <source>Most time</source>
        <translation>耗时最多</translation>
    </message>
    <message>
        <source>List each</source>
        <translation>逐层列出</translation>
    </message>
    <message>
        <source>Combine identical layers</source>
        <translation>合计相同的层</translation>
    </message>
    <message>
        <source>What may limit the time (uncertain)</source>
        <translation>可能限制时间的因素（不确定）</translation>
    </message>
    <message>
        <source>With all at their roofs: %1.</source>
        <translation>所有层都达到屋顶线时：%1。</translation>
    </message>
</context>
<context>
    <name>rooflight::ExecutionForm</name>
    <message>
        <source>Execution</source>
        <translation>执行方式</translation>
    </message>
    <message>
        <source>&amp;Precision:</source>
        <translation>精度(&amp;P)：</translation>
    </message>
    <message>
        <source>Memory &amp;format:</source>
        <translation>内存格式(&amp;F)：</translation>
    </message>
    <message>
        <source>TF&amp;32:</source>
        <translation>TF&amp;32：</translation>
    </message>
    <message>
        <source>E&amp;xecutor:</source>
        <translation>执行器(&amp;X)：</translation>
    </message>
    <message>
        <source>&amp;Caches:</source>
        <translation>缓存(&amp;C)：</translation>
    </message>
    <message>
        <source>Until the times are steady</source>
        <translation>直到时间稳定</translation>
    </message>
    <message>
        <source>Until the median is known to 1 %</source>
        <translation>直到中位数精确到 1 %</translation>
    </message>
    <message>
        <source>As long as it takes</source>
        <translation>按需要</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Nine tenths of the available memory</source>
        <translation>空闲内存的十分之九</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>&amp;Warm-up runs:</source>
        <translation>预热次数(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Runs that count:</source>
        <translation>计入的次数(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Seconds for them:</source>
        <translation>所用秒数(&amp;S)：</translation>
    </message>
    <message>
        <source>Memor&amp;y limit:</source>
        <translation>内存上限(&amp;Y)：</translation>
    </message>
    <message>
        <source>A multiply-add is two FLOPs</source>
        <translation>一次乘加计为两次浮点运算</translation>
    </message>
    <message>
        <source>Only matrix work, two each</source>
        <translation>仅矩阵运算，每次乘加计两次</translation>
    </message>
    <message>
        <source>Only matrix work, one each</source>
        <translation>仅矩阵运算，每次乘加计一次</translation>
    </message>
    <message>
        <source>As torchstat counts</source>
        <translation>按 torchstat 计数</translation>
    </message>
    <message>
        <source>As thop counts</source>
        <translation>按 thop 计数</translation>
    </message>
    <message>
        <source>As fvcore counts</source>
        <translation>按 fvcore 计数</translation>
    </message>
    <message>
        <source>Found by running the model; or 0, ids=1, none</source>
        <translation>运行模型时自动确定；或 0、ids=1、none</translation>
    </message>
    <message>
        <source>Powers of two, then halving</source>
        <translation>先取 2 的幂，再折半</translation>
    </message>
    <message>
        <source>Until memory runs out</source>
        <translation>直到内存用尽</translation>
    </message>
    <message>
        <source>Counting and Batches</source>
        <translation>计数与批量</translation>
    </message>
    <message>
        <source>C&amp;onvention:</source>
        <translation>计数约定(&amp;O)：</translation>
    </message>
    <message>
        <source>Batch &amp;dimension:</source>
        <translation>批量维度(&amp;D)：</translation>
    </message>
    <message>
        <source>S&amp;teps of the sweep:</source>
        <translation>扫描步长(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Largest batch:</source>
        <translation>最大批量(&amp;L)：</translation>
    </message>
    <message>
        <source>On a &amp;GPU, also count bytes with its own counters</source>
        <translation>在 GPU 上，同时用其自带计数器统计字节(&amp;G)</translation>
    </message>
</context>
<context>
    <name>rooflight::SessionsPanel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>is shown</source>
        <translation>当前显示</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>工作不同</translation>
    </message>
    <message>
        <source>Another model, or other sizes of its inputs: the times cannot be compared.</source>
        <translation>是另一个模型，或输入大小不同：时间无法相比。</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行方式</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>At the roofs</source>
        <translation>按屋顶线</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Change of the median, compared with the session shown</source>
        <translation>中位数与当前显示的会话相比</translation>
    </message>
    <message>
        <source>Sessions on the chart</source>
        <translation>图上的会话</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Keep This One</source>
        <translation>保留当前会话(&amp;K)</translation>
    </message>
    <message>
        <source>Keep what is shown now on the chart, to measure again in another way and see both</source>
        <translation>将当前内容保留在图上，以便换一种方式重新测量并同时查看两者</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show it in the table and the panels; the session shown now stays on the chart</source>
        <translation>在表格和各面板中显示它；当前显示的会话仍留在图上</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Compare the layers of the two sessions</source>
        <translation>逐层比较两者</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Rela&amp;tive to the roofs</source>
        <translation>相对于屋顶线(&amp;T)</translation>
    </message>
    <message>
        <source>Place every point relative to the ridge of the roofs that judge it</source>
        <translation>将每个点置于评判它的屋顶线的脊点的相对位置</translation>
    </message>
    <message>
        <source>Sessions of other machines, devices or executions, on one chart. Drop .ridge files on the window to add them.</source>
        <translation>在同一张图上查看其他机器、设备或执行方式的会话。将 .ridge 文件拖放到窗口即可添加。</translation>
    </message>
</context>
<context>
    <name>rooflight::ChartSessions</name>
    <message>
        <source>“%1” is not a saved session, or it is damaged.</source>
        <translation>“%1”不是保存的会话，或已损坏。</translation>
    </message>
    <message>
        <source>Add to the Chart</source>
        <translation>添加到图表</translation>
    </message>
    <message>
        <source>Models and sessions (%1);;All files (*)</source>
        <translation>模型和会话 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>One model is measured at a time: add the others when %1 is done.</source>
        <translation>每次只测量一个模型：%1 完成后再添加其他模型。</translation>
    </message>
</context>
<context>
    <name>rooflight::WhatIfHistory</name>
    <message>
        <source>Redo the What If</source>
        <translation>重做假设</translation>
    </message>
    <message>
        <source>Undo the What If</source>
        <translation>撤销假设</translation>
    </message>
</context>
<context>
    <name>rooflight::WhatIfPanel</name>
    <message>
        <source>Take back the last choice (Ctrl+Z); Ctrl+Shift+Z redoes it</source>
        <translation>撤销上一个选择（Ctrl+Z）；Ctrl+Shift+Z 重做</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>layers fused</source>
        <translation>层融合</translation>
    </message>
    <message>
        <source>blocks fused</source>
        <translation>块融合</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>What would another batch, length, precision, fusion or device change?</source>
        <translation>换一个批大小、长度、精度、融合方式或设备会怎样？</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>The roofs were not measured: choose a device.</source>
        <translation>尚未测量屋顶线：请选择设备。</translation>
    </message>
    <message>
        <source>Here %1 → there %2 at best</source>
        <translation>当前 %1 → 预计最快 %2</translation>
    </message>
    <message>
        <source>At the roofs: here %1 → there %2</source>
        <translation>按屋顶线：当前 %1 → 预计 %2</translation>
    </message>
    <message>
        <source>Measured points stay filled on the chart, predicted points are hollow.</source>
        <translation>图上实心点为实测值，空心点为预测值。</translation>
    </message>
    <message>
        <source>For each item: %1 → %2 at best.</source>
        <translation>每个样本：%1 → 最快 %2。</translation>
    </message>
    <message>
        <source>No roof there covers %1 of the points: these times leave them out.</source>
        <translation>有 %1 个点没有适用的屋顶线：未计入这些时间。</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>批大小(&amp;B)</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>&amp;Precision</source>
        <translation>精度(&amp;P)</translation>
    </message>
    <message>
        <source>Fusio&amp;n</source>
        <translation>融合(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>与测量时相同</translation>
    </message>
    <message>
        <source>Each layer one operator</source>
        <translation>每层合为一个算子</translation>
    </message>
    <message>
        <source>Each block one operator</source>
        <translation>每块合为一个算子</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>At its roof %1 stays %2 from batch %3 to %4.</source>
        <translation>在屋顶线处，批大小从 %3 到 %4 时 %1 始终为%2。</translation>
    </message>
    <message>
        <source>At its roof %1 turns compute-bound at batch %2.</source>
        <translation>在屋顶线处，批大小为 %2 时 %1 变为算力受限。</translation>
    </message>
    <message>
        <source>At its roof %1 turns from %2 to %3 at batch %4.</source>
        <translation>在屋顶线处，批大小为 %4 时 %1 由%2变为%3。</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>长度(&amp;L)</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>This export leaves no size open except the batch.</source>
        <translation>此导出文件除批大小外没有可变的尺寸。</translation>
    </message>
    <message>
        <source>Only an export (.pt2) says which of its sizes can change.</source>
        <translation>只有导出文件 (.pt2) 说明哪些尺寸可以改变。</translation>
    </message>
    <message>
        <source>The effect of another batch, precision, fusion or device appears here once the layers are known.</source>
        <translation>得知各层之后，此处显示换一个批大小、精度、融合方式或设备会带来什么。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Here %1 → there %2 (%3 to %4), %5 at best</source>
        <translation>当前 %1 → 预计 %2（%3 至 %4），最快 %5</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>&amp;Estimate</source>
        <translation>估计(&amp;E)</translation>
    </message>
    <message>
        <source>Running it a few times in the new way…</source>
        <translation>正在按将来的样子运行几次…</translation>
    </message>
    <message>
        <source>Found by a few runs in the new way; its operators were also called alone.</source>
        <translation>由按将来的样子运行几次得出；其算子也被单独调用。</translation>
    </message>
    <message>
        <source>Runs were disturbed (%1): estimate it again when the machine is quiet.</source>
        <translation>运行受到干扰（%1）：请在机器空闲时重新估计。</translation>
    </message>
    <message>
        <source>Path of the selected layer as the batch grows</source>
        <translation>所选层随批大小增大的轨迹</translation>
    </message>
    <message>
        <source>How the selected layer moves on the chart; without a selection the whole model, as a sweep measured it</source>
        <translation>所选层在图上的去向；未选层时为整个模型，按扫描的实测值</translation>
    </message>
    <message>
        <source>Run the model a few times in the new way, and call its operators alone: takes a few seconds</source>
        <translation>按将来的样子运行模型几次，并单独调用其算子：需几秒</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>From the data sheet of %1, with the call overhead of this machine; nothing was measured there.</source>
        <translation>依据 %1 的数据表，调用开销按本机计；未在该设备上测量。</translation>
    </message>
    <message>
        <source>Its caches are not known, so it may be faster.</source>
        <translation>其缓存性能未知，实际可能更快。</translation>
    </message>
    <message>
        <source>Run the model in this way; what was measured stays on the chart</source>
        <translation>以此方式运行模型；已测得的结果留在图上</translation>
    </message>
    <message>
        <source>For each item: %1 → %2, %3 at best.</source>
        <translation>每个样本：%1 → %2，最快 %3。</translation>
    </message>
    <message>
        <source>Here %1 → there about %2 (%3 to %4), %5 at best</source>
        <translation>当前 %1 → 预计约 %2（%3 至 %4），最快 %5</translation>
    </message>
    <message>
        <source>As in a CUDA graph, or in a program without a framework</source>
        <translation>如同使用 CUDA 图，或不使用框架的程序</translation>
    </message>
</context>
<context>
    <name>rooflight::GraphPanel</name>
    <message>
        <source>at the roofs %1</source>
        <translation>按屋顶线 %1</translation>
    </message>
    <message>
        <source>Graph of the model</source>
        <translation>模型结构图</translation>
    </message>
    <message>
        <source>What the colours of the layers mean</source>
        <translation>各层颜色的含义</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>展开(&amp;O)</translation>
    </message>
    <message>
        <source>Show what is in every layer that can be opened</source>
        <translation>展开所有可展开的层</translation>
    </message>
    <message>
        <source>Close every layer that was opened</source>
        <translation>收起所有已展开的层</translation>
    </message>
    <message>
        <source>&amp;Close All</source>
        <translation>全部收起(&amp;C)</translation>
    </message>
    <message>
        <source>This session does not record where each result goes, so the lines follow the order of execution. Measure again to see the data.</source>
        <translation>该会话未记录结果的去向：连线按执行顺序绘制。重新测量即可查看数据流。</translation>
    </message>
</context>
<context>
    <name>rooflight::WorkerDialog</name>
    <message>
        <source>%1 answers.</source>
        <translation>%1 已应答。</translation>
    </message>
    <message>
        <source>%1, driver %2</source>
        <translation>%1，驱动 %2</translation>
    </message>
    <message>
        <source>Roofs of %1: measured %2</source>
        <translation>%1 的屋顶线（测量时间：%2）</translation>
    </message>
    <message>
        <source>LibTorch: %1</source>
        <translation>LibTorch：%1</translation>
    </message>
    <message>
        <source>It runs Rooflight %1; this is %2.</source>
        <translation>那里的 Rooflight 是 %1，这里是 %2。</translation>
    </message>
    <message>
        <source>It cannot stop models from changing files.</source>
        <translation>它无法阻止模型更改文件。</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Where to Measure</source>
        <translation>在哪里测量</translation>
    </message>
    <message>
        <source>There was no answer within 20 seconds.</source>
        <translation>20 秒内没有应答。</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>By a command</source>
        <translation>通过命令</translation>
    </message>
    <message>
        <source>Slurm: %1</source>
        <translation>Slurm：%1</translation>
    </message>
    <message>
        <source>A command starts the worker, and its machine needs Rooflight. The hosts are those in ~/.ssh/config; models are files on the host.</source>
        <translation>工作进程由命令启动，那台机器上需要有 Rooflight。主机来自 ~/.ssh/config；模型是那里的文件。</translation>
    </message>
    <message>
        <source>Start the worker there and show what machine it is</source>
        <translation>在那里启动工作进程，看看是什么机器</translation>
    </message>
    <message>
        <source>&amp;Measure on:</source>
        <translation>测量于(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Command:</source>
        <translation>命令(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Use It</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
</context>
<context>
    <name>rooflight::MatrixModel</name>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Disturbed while it was measured (%1)</source>
        <translation>测量时受到干扰（%1）</translation>
    </message>
    <message>
        <source>Median %1, 95 % interval %2 to %3</source>
        <translation>中位数 %1，95 % 区间 %2 至 %3</translation>
    </message>
    <message>
        <source>Time at the roof %1: %2 of the median</source>
        <translation>按屋顶线用时 %1：中位数的 %2</translation>
    </message>
    <message>
        <source>%1 times the value expected from its row and column, score %2</source>
        <translation>为所在行与列的预期值的 %1 倍，得分 %2</translation>
    </message>
</context>
<context>
    <name>rooflight::MatrixWindow</name>
    <message>
        <source>%1 cells done, %2 failed, %3 missing; outliers: %4</source>
        <translation>%1 个单元已完成，%2 个失败，%3 个缺失；%4 个与其他不同</translation>
    </message>
    <message>
        <source>Save the Matrix</source>
        <translation>保存矩阵</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>HTML page (*.html)</source>
        <translation>HTML 网页 (*.html)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>The matrix is too large for a picture.</source>
        <translation>矩阵过大，无法存为图片。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Select two columns, or two cells of a row</source>
        <translation>请选择两列，或同一行的两个单元</translation>
    </message>
    <message>
        <source>Only Outliers</source>
        <translation>仅离群值</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Read Again</source>
        <translation>重新读取</translation>
    </message>
</context>
<context>
    <name>rooflight::ChangeTable</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Bold: the intervals of the medians do not overlap. Double-click to compare the sessions.</source>
        <translation>中位数区间互不重叠者为粗体。双击可比较两个会话。</translation>
    </message>
</context>
<context>
    <name>rooflight::KindTable</name>
    <message>
        <source>Operators of both sessions by kind</source>
        <translation>两个会话中按种类汇总的算子</translation>
    </message>
    <message>
        <source>Kind of operator</source>
        <translation>算子种类</translation>
    </message>
    <message>
        <source>Calls before</source>
        <translation>之前调用次数</translation>
    </message>
    <message>
        <source>Calls now</source>
        <translation>现在调用次数</translation>
    </message>
    <message>
        <source>Time before</source>
        <translation>之前时间</translation>
    </message>
    <message>
        <source>Time now</source>
        <translation>现在时间</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Traffic before</source>
        <translation>之前流量</translation>
    </message>
    <message>
        <source>Traffic now</source>
        <translation>现在流量</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>%1: %2 before, none now (folded into the convolutions)</source>
        <translation>%1：之前 %2 个，现在没有（已折叠进卷积）</translation>
    </message>
    <message>
        <source>%1: %2 before, none now</source>
        <translation>%1：之前 %2 个，现在没有</translation>
    </message>
    <message>
        <source>%1: none before, %2 now</source>
        <translation>%1：之前没有，现在 %2 个</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 now</source>
        <translation>%1：之前 %2 个，现在 %3 个</translation>
    </message>
    <message>
        <source>%1; %2 → %3</source>
        <comment>calls; time</comment>
        <translation>%1；%2 → %3</translation>
    </message>
</context>
<context>
    <name>rooflight::WhatIfChart</name>
    <message>
        <source>Batch %1, predicted</source>
        <translation>批大小 %1，预测</translation>
    </message>
    <message>
        <source>Batch %1, measured</source>
        <translation>批大小 %1，实测</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>The file is no longer the one that was measured.</source>
        <translation>该文件已不是测量时的文件。</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>LibTorch warned while it worked on the model.</source>
        <translation>LibTorch 在处理模型时发出警告。</translation>
    </message>
    <message>
        <source>The operators are those of a run on a CPU; this device runs partly different operators.</source>
        <translation>统计的是 CPU 所运行的算子；此设备运行的部分算子与之不同。</translation>
    </message>
    <message>
        <source>The model runs unconfined, as requested.</source>
        <translation>按照要求，模型在不受限制的情况下运行。</translation>
    </message>
    <message>
        <source>The memory of the model cannot be limited on this machine.</source>
        <translation>此处无法限制模型占用的内存。</translation>
    </message>
    <message>
        <source>The model changes its state in each run: times depend on the number of runs, and the counts are those of the first run.</source>
        <translation>模型每次运行都会改变自身保存的状态：所测时间取决于已运行的次数，而统计的是第一次运行。</translation>
    </message>
    <message>
        <source>More threads than CPUs: they take turns.</source>
        <translation>线程数多于 CPU 数，线程须轮流运行。</translation>
    </message>
    <message>
        <source>The model names another device than the one it was loaded on; the latter is used instead.</source>
        <translation>模型代码指定的设备与加载所用的设备不同，已改用后者。</translation>
    </message>
    <message>
        <source>Some remedies that help could not be timed again, alone or together.</source>
        <translation>某些有效的改进措施无法再次计时（单独或一起）。</translation>
    </message>
    <message>
        <source>At some sizes the model runs other layers, which are left out.</source>
        <translation>模型在某些大小下运行其他层，这些层已略去。</translation>
    </message>
    <message>
        <source>A model does not take what the stage before it returns, and runs with inputs of its own.</source>
        <translation>有模型不接受上一阶段的返回值，改用自己的输入运行。</translation>
    </message>
    <message>
        <source>The inputs were inferred from the graph; others would run as well.</source>
        <translation>输入是从计算图推断的，其他输入也可以运行。</translation>
    </message>
    <message>
        <source>The roofs of the GPU could not be measured.</source>
        <translation>无法测量 GPU 的屋顶线。</translation>
    </message>
    <message>
        <source>The launch overhead of an operator could not be measured.</source>
        <translation>无法测量算子的启动开销。</translation>
    </message>
    <message>
        <source>Not all roofs of the CPU could be measured well.</source>
        <translation>CPU 的屋顶线未能全部可靠测得。</translation>
    </message>
    <message>
        <source>Not all roofs of the GPU could be measured well.</source>
        <translation>GPU 的屋顶线未能全部可靠测得。</translation>
    </message>
    <message>
        <source>The counters of the GPU could not count the bytes.</source>
        <translation>GPU 的计数器未能统计字节。</translation>
    </message>
    <message>
        <source>Another Rooflight is measuring this device: waiting for its roofs.</source>
        <translation>另一个 Rooflight 正在测量此设备：等待其屋顶线。</translation>
    </message>
    <message>
        <source>No roofs of this machine judge the trace.</source>
        <translation>本机的屋顶线不用于评判此跟踪。</translation>
    </message>
    <message>
        <source>Runs of the trace with other operators than the last run were left out.</source>
        <translation>跟踪中与最后一次运行调用不同算子的运行已被略去。</translation>
    </message>
    <message>
        <source>Results are not protected against a crash.</source>
        <translation>结果未作崩溃保护。</translation>
    </message>
    <message>
        <source>What was measured and not saved is lost.</source>
        <translation>未保存的测量结果已丢失。</translation>
    </message>
    <message>
        <source>The worker is another version of Rooflight: what either version does not know is left out.</source>
        <translation>工作进程是另一版本的 Rooflight：其中一方不认识的内容会被略去。</translation>
    </message>
    <message>
        <source>The model changes its inputs: they are restored after each run, outside the timed part. Its energy includes that.</source>
        <translation>模型会改变其输入：每次运行后都会恢复输入，恢复过程不计入所测时间。其能耗包含恢复。</translation>
    </message>
    <message>
        <source>The model was saved in training mode: its code runs dropout or batch statistics.</source>
        <translation>模型是在训练模式下保存的：其代码会运行 dropout 或批统计。</translation>
    </message>
    <message>
        <source>Another method of the model than forward() is run.</source>
        <translation>运行的是模型中 forward() 以外的方法。</translation>
    </message>
    <message>
        <source>Some counts stopped at the end of their range: the true ones are larger.</source>
        <translation>部分计数已达到其范围上限：真实值更大。</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Terms</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>No arithmetic: bandwidth in B/s</source>
        <translation>没有运算：带宽（B/s）</translation>
    </message>
    <message>
        <source>Numbers: what the verdict names</source>
        <translation>数字：结论所指的层</translation>
    </message>
    <message>
        <source>Its arithmetic at the compute roof takes longest.</source>
        <translation>在计算屋顶下，它的算术运算耗时最长。</translation>
    </message>
    <message>
        <source>Its memory traffic at the memory roof takes longest.</source>
        <translation>在内存屋顶下，它的内存流量耗时最长。</translation>
    </message>
    <message>
        <source>Starting its operators takes longest.</source>
        <translation>启动它的算子耗时最长。</translation>
    </message>
    <message>
        <source>Arithmetic and memory traffic take about as long as each other.</source>
        <translation>算术运算与内存流量耗时相近。</translation>
    </message>
    <message>
        <source>It is far below every roof: how it is implemented is the limit.</source>
        <translation>它远低于所有屋顶：瓶颈在于实现方式。</translation>
    </message>
    <message>
        <source>The highest rate that was measured on the device, or that its data sheet states: of arithmetic a level line, of memory a slope.</source>
        <translation>在该设备上测得的、或其规格书标明的最高速率：算术为水平线，内存为斜线。</translation>
    </message>
    <message>
        <source>Where both meet. Left of it memory is the limit, right of it arithmetic.</source>
        <translation>两者相交之处：左侧受内存限制，右侧受算术限制。</translation>
    </message>
    <message>
        <source>%1, instrumented runs</source>
        <translation>%1，插桩的运行</translation>
    </message>
    <message>
        <source>Whole model, instrumented runs</source>
        <translation>整个模型，插桩的运行</translation>
    </message>
    <message>
        <source>Whole model, bare runs</source>
        <translation>整个模型，未插桩的运行</translation>
    </message>
    <message>
        <source>nothing: it is unknown how close the other device comes to its roofs</source>
        <translation>无：没有人知道另一台设备能多接近其屋顶线</translation>
    </message>
    <message>
        <source>a few runs in the new way; its operators, called alone, say where the time goes</source>
        <translation>按新的方式运行几次；时间花在哪里由单独调用的算子得出</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预计</translation>
    </message>
    <message>
        <source>At its roofs</source>
        <translation>达到屋顶线时</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language of the page, by its tag for HTML</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Layers above their roofs</source>
        <translation>高于屋顶线的层</translation>
    </message>
    <message>
        <source>Work by class and type</source>
        <translation>按类别与类型统计的计算量</translation>
    </message>
    <message>
        <source>Operators of unknown work</source>
        <translation>计算量未知的算子</translation>
    </message>
    <message>
        <source>Roofs of the device</source>
        <translation>设备的屋顶线</translation>
    </message>
    <message>
        <source>Latency of the model</source>
        <translation>模型延迟</translation>
    </message>
    <message>
        <source>How the layers were timed</source>
        <translation>各层的计时方式</translation>
    </message>
    <message>
        <source>Kernels that take longest</source>
        <translation>耗时最长的内核</translation>
    </message>
    <message>
        <source>Interleaved runs</source>
        <translation>交错运行</translation>
    </message>
    <message>
        <source>Timing methods side by side</source>
        <translation>计时方法对比</translation>
    </message>
    <message>
        <source>Batch sizes</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>It took %1, the limit of its roof, which lies between %2 and %3.</source>
        <translation>实测为 %1，已达屋顶所允许的全部：该值已知介于 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Code to review</source>
        <translation>值得检查的代码</translation>
    </message>
    <message>
        <source>Measured by</source>
        <translation>测量环境</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行方式</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>离群值</translation>
    </message>
    <message>
        <source>FPS</source>
        <translation>FPS</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>显存频率</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Throttled by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Instrumented</source>
        <translation>插桩时</translation>
    </message>
    <message>
        <source>Bare</source>
        <translation>未插桩时</translation>
    </message>
    <message>
        <source>Instrumentation costs</source>
        <translation>插桩开销</translation>
    </message>
    <message>
        <source>Unattributed</source>
        <translation>未归属</translation>
    </message>
    <message>
        <source>As a CUDA graph</source>
        <translation>作为 CUDA 图</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Not held back</source>
        <translation>未能先行入队</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Against the first</source>
        <translation>与第一个相比</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>编译用时</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考方法</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>CV</source>
        <translation>变异系数</translation>
    </message>
    <message>
        <source>First call</source>
        <translation>首次调用</translation>
    </message>
    <message>
        <source>Mean, no warm-up</source>
        <translation>平均值（未预热）</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大批</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐批</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳批</translation>
    </message>
    <message>
        <source>Knee</source>
        <translation>拐点</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Synchronized</source>
        <translation>逐阶段同步</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Waiting costs</source>
        <translation>等待开销</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>In the cache</source>
        <translation>缓存中的词元</translation>
    </message>
    <message>
        <source>Work per token</source>
        <translation>每词元计算量</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights per token</source>
        <translation>每词元权重</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Cache per token</source>
        <translation>每词元缓存</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每词元时间</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>算子族</translation>
    </message>
    <message>
        <source>Most to gain</source>
        <translation>可节省最多</translation>
    </message>
    <message>
        <source>Compute roof</source>
        <translation>算力屋顶线</translation>
    </message>
    <message>
        <source>Memory roof</source>
        <translation>带宽屋顶线</translation>
    </message>
    <message>
        <source>Ridge</source>
        <translation>脊点</translation>
    </message>
    <message>
        <source>Operator launch</source>
        <translation>算子启动开销</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Multiply-adds</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>Peak activation memory</source>
        <translation>激活内存峰值</translation>
    </message>
    <message>
        <source>Grouped products</source>
        <translation>分组矩阵乘</translation>
    </message>
    <message>
        <source>%1 to %2 read, depending on the data: %3 of %4 experts or groups expected</source>
        <translation>读取 %1 至 %2，取决于数据：预期用到 %4 个专家（组）中的 %3 个</translation>
    </message>
    <message>
        <source>Counted bytes</source>
        <translation>实测字节数</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>公式覆盖</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>统计方式</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算次数</translation>
    </message>
    <message>
        <source>Runs or roofs of the %1 were disturbed (%2): measure again when the machine is quiet.</source>
        <translation>%1 的运行或屋顶受到干扰（%2）：请在机器空闲时重新测量。</translation>
    </message>
    <message>
        <source>Operator of unknown work</source>
        <translation>计算量未知的算子</translation>
    </message>
    <message>
        <source>Likely reasons</source>
        <translation>可能的原因</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Roof</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Theoretical</source>
        <translation>理论值</translation>
    </message>
    <message>
        <source>A step of the %1 reads %2 of weights and %3 of cache, %4 of it at %5 (%6): it takes at least %7, which is %8 at most.</source>
        <translation>%1 的一步读取 %2 权重和 %3 缓存，其中 %4 以 %5（%6）计：至少需要 %7，即最多 %8。</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>达到比例</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Theoretical from</source>
        <translation>理论值来源</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Roofs</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Clock policy</source>
        <translation>频率策略</translation>
    </message>
    <message>
        <source>its work: compute-bound parts keep their share of the roof, bandwidth-bound parts grow with their bytes, underutilized parts grow with their FLOPs</source>
        <translation>其工作量：算力受限的部分保持其占屋顶的比例，带宽受限的随字节数增长，利用不足的随 FLOP 数增长</translation>
    </message>
    <message>
        <source>Disturbed</source>
        <translation>受到干扰</translation>
    </message>
    <message>
        <source>Disturbed roof</source>
        <translation>受干扰的屋顶线</translation>
    </message>
    <message>
        <source>Data sheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>Not covered</source>
        <translation>未覆盖</translation>
    </message>
    <message>
        <source>Measured here</source>
        <translation>本机实测</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Archive version</source>
        <translation>归档版本</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>It took %1, which is less: a roof was measured too low. Measure the roofs again.</source>
        <translation>实测为 %1，比它更短：有屋顶测得过低。请重新测量屋顶。</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Danger</source>
        <translation>风险</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>代码行</translation>
    </message>
    <message>
        <source>Roofline with %1 points; all numbers are in the tables below.</source>
        <translation>含 %1 个点的屋顶线图；所有数值见下方表格。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>part of a name or type</source>
        <translation>名称或类型的一部分</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
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
        <source>%1 (call %2)</source>
        <translation>%1（第 %2 次调用）</translation>
    </message>
    <message>
        <source>Hollow: not timed</source>
        <translation>空心：未计时</translation>
    </message>
    <message>
        <source>Area: share of time</source>
        <translation>面积：时间占比</translation>
    </message>
    <message>
        <source>The wheel or + and − zoom, dragging pans, 0 or a double click shows everything. Point at a layer to see its numbers; click it to select its row, or click a row to select its point. Layers without arithmetic stand on the strip below. Click the title of a column to sort by it; the terms are explained at the end of the page.</source>
        <translation>滚轮或 + 和 − 缩放，拖动平移，按 0 或双击显示全部；指向某层可查看其数值；单击某点会选中它所在的行，单击某行会选中它的点。没有算术运算的层位于下方的条带上；单击表头可排序；术语解释见页末。</translation>
    </message>
    <message>
        <source>Roofline chart of the layers below</source>
        <translation>下列各层的屋顶线图</translation>
    </message>
    <message>
        <source>Notices: %1</source>
        <translation>提示：%1 条</translation>
    </message>
    <message>
        <source>%1 to %2, median %3</source>
        <translation>%1 至 %2，中位数 %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 (95 % interval %2)</source>
        <translation>%1（95 % 区间 %2）</translation>
    </message>
    <message>
        <source>%1, standard deviation %2 (%3)</source>
        <translation>%1，标准差 %2（%3）</translation>
    </message>
    <message>
        <source>%1, 95 % interval %2</source>
        <translation>%1，95 % 区间 %2</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>已稳定</translation>
    </message>
    <message>
        <source>out of time</source>
        <translation>时间用尽</translation>
    </message>
    <message>
        <source>as many as requested</source>
        <translation>达到所要求的次数</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>提前结束</translation>
    </message>
    <message>
        <source>%1 measured (%2) after a warm-up of %3</source>
        <translation>预热 %3 次后测量 %1 次（%2）</translation>
    </message>
    <message>
        <source>%1, each the mean of %2 calls in a row</source>
        <translation>%1，每次为连续 %2 次调用的平均值</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>items</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>次运行</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>knee</source>
        <translation>拐点</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>throttled by %1</source>
        <translation>受限于%1</translation>
    </message>
    <message>
        <source>%1, from the mean</source>
        <translation>%1（按平均值计）</translation>
    </message>
    <message>
        <source>%1, from the wall time of all runs</source>
        <translation>%1（按全部运行的总时间计）</translation>
    </message>
    <message>
        <source>%1 in use at most, %2 reserved (%3 of it unused)</source>
        <translation>最多使用 %1，预留 %2（其中 %3 未使用）</translation>
    </message>
    <message>
        <source>It took %1, %2 of the rate that memory allows.</source>
        <translation>实测为 %1，达到内存所允许速度的 %2。</translation>
    </message>
    <message>
        <source>%1 instrumented after a warm-up of %2</source>
        <translation>预热 %2 次后插桩运行 %1 次</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (measured in full)</source>
        <translation>%1（已完整测量）</translation>
    </message>
    <message>
        <source>%1, %2, from the mean</source>
        <translation>%1，%2（按平均值计）</translation>
    </message>
    <message>
        <source>median %1; %2, from the mean</source>
        <translation>中位数 %1；%2（按平均值计）</translation>
    </message>
    <message>
        <source>from the stage before</source>
        <translation>来自上一阶段</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>end to end</source>
        <translation>端到端</translation>
    </message>
    <message>
        <source>multiply-add</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素运算</translation>
    </message>
    <message>
        <source>transcendental</source>
        <translation>超越函数</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>comparison, integer</source>
        <translation>比较、整数运算</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1：%2 至 %3</translation>
    </message>
    <message>
        <source>%1: %2 or more</source>
        <translation>%1：不小于 %2</translation>
    </message>
    <message>
        <source>%1, %2 when it was exported</source>
        <translation>%1，导出时为 %2</translation>
    </message>
    <message>
        <source>can leave its memory</source>
        <translation>可能越出其内存</translation>
    </message>
    <message>
        <source>accesses files</source>
        <translation>访问文件</translation>
    </message>
    <message>
        <source>while loading</source>
        <translation>加载时</translation>
    </message>
    <message>
        <source>while running</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>operators of %1 (%2): %3</source>
        <translation>%1 的算子（%2）：%3</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>no library provides them</source>
        <translation>没有库提供</translation>
    </message>
    <message>
        <source>It makes calls that are not known to be safe: it only runs if you trust it.</source>
        <translation>它调用了未知是否安全的操作：只有在您表示信任后才会运行。</translation>
    </message>
    <message>
        <source>%1 (convention %2)</source>
        <translation>%1（计数约定 %2）</translation>
    </message>
    <message>
        <source>%1 read, %2 written in the GPU&apos;s memory</source>
        <translation>显存读取 %1，写入 %2</translation>
    </message>
    <message>
        <source>%1 read, %2 written in the GPU&apos;s memory, %3 of the computed bytes</source>
        <translation>显存读取 %1，写入 %2，为计算字节数的 %3</translation>
    </message>
    <message>
        <source>%1 read, %2 written in the GPU&apos;s memory, %3 of the computed bytes: more than 20 % apart</source>
        <translation>显存读取 %1，写入 %2，为计算字节数的 %3：相差超过 20 %</translation>
    </message>
    <message>
        <source>%1 read, %2 written, at least %3 if fused</source>
        <translation>读取 %1，写入 %2，融合后至少 %3</translation>
    </message>
    <message>
        <source>without a run, from the sizes in the file</source>
        <translation>未运行，由文件中的尺寸推算</translation>
    </message>
    <message>
        <source>Formulas cover every operator (%1).</source>
        <translation>公式覆盖全部算子（%1 个）。</translation>
    </message>
    <message>
        <source>Formulas cover %1 of %2 operators, %3 of the bytes and %4 of the time.</source>
        <translation>公式覆盖 %2 个算子中的 %1 个，占字节数的 %3、时间的 %4。</translation>
    </message>
    <message>
        <source>Formulas cover %1 of %2 operators and %3 of the bytes.</source>
        <translation>公式覆盖 %2 个算子中的 %1 个，占字节数的 %3。</translation>
    </message>
    <message>
        <source>outside of any</source>
        <translation>不属于任何算子</translation>
    </message>
    <message>
        <source>It took %1, %2 of the rate that arithmetic allows.</source>
        <translation>实测为 %1，达到算术所允许速度的 %2。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1; or %2</source>
        <translation>%1；或%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>theoretical and dense, from data sheets: nothing was measured on this device</source>
        <translation>来自数据手册的理论稠密峰值：未在此设备上做任何测量</translation>
    </message>
    <message>
        <source>%1 by Rooflight %2, effort %3</source>
        <translation>%1，由 Rooflight %2 测得，测量力度：%3</translation>
    </message>
    <message>
        <source>%1, from the cache; --remeasure measures again</source>
        <translation>%1，取自缓存；使用 --remeasure 可重新测量</translation>
    </message>
    <message>
        <source>%1; roofs that judge layers are measured again when roofs are next needed</source>
        <translation>%1；其中用于评判的屋顶线将在下次需要时重新测量</translation>
    </message>
    <message>
        <source>Rooflight has none for this device: its roofs are measured only.</source>
        <translation>Rooflight 已知的数据手册中没有此设备：其屋顶线仅来自实测。</translation>
    </message>
    <message>
        <source>%1: %2. It judges %3 layer; a quieter moment may give another value.</source>
        <translation>%1：%2。它用于评判 %3 个层；在更空闲时测得的值可能不同。</translation>
    </message>
    <message>
        <source>%1: %2. It judges %3 layers; a quieter moment may give another value.</source>
        <translation>%1：%2。它用于评判 %3 个层；在更空闲时测得的值可能不同。</translation>
    </message>
    <message>
        <source>%1, by its data sheet: theoretical, nothing was measured on it</source>
        <translation>%1，依据其数据手册：为理论值，未在其上做任何测量</translation>
    </message>
    <message>
        <source>%1, every layer on its roof</source>
        <translation>%1（每一层都达到其屋顶线）</translation>
    </message>
    <message>
        <source>%1 of %2 layers and operators: no roof there is of their type, or their work is unknown</source>
        <translation>%2 个层和算子中有 %1 个：没有与其类型相应的屋顶线，或其计算量未知</translation>
    </message>
    <message>
        <source>median %1 on %2</source>
        <translation>在 %2 上中位数为 %1</translation>
    </message>
    <message>
        <source>the roof was entered manually</source>
        <translation>屋顶线为手动输入</translation>
    </message>
    <message>
        <source>other work or a quota slowed the measurement of the roof</source>
        <translation>测量屋顶线时受到其他任务或配额的限制</translation>
    </message>
    <message>
        <source>the clock was lower when the roof was measured</source>
        <translation>测量屋顶线时时钟频率较低</translation>
    </message>
    <message>
        <source>the roof itself was measured with few or unsteady repetitions</source>
        <translation>屋顶线自身的重复测量过少或不稳定</translation>
    </message>
    <message>
        <source>part of its data was in a cache, while its roof is that of main memory</source>
        <translation>其部分数据位于缓存中，而它的屋顶线是主存的</translation>
    </message>
    <message>
        <source>data passed between its operators never went through memory</source>
        <translation>其算子之间传递的数据未经过内存</translation>
    </message>
    <message>
        <source>it touches less memory than its formula counts</source>
        <translation>它实际访问的内存少于公式所计</translation>
    </message>
    <message>
        <source>it ran on matrix units, while its roof is that of vector units</source>
        <translation>它在矩阵单元上运行，而它的屋顶线是向量单元的</translation>
    </message>
    <message>
        <source>the convolution ran by an algorithm (Winograd, FFT) that does less arithmetic than is counted</source>
        <translation>该卷积采用了运算量少于所计的算法（Winograd、FFT）</translation>
    </message>
    <message>
        <source>it does less arithmetic than its formula counts</source>
        <translation>它实际的运算量少于公式所计</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 minute ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 minutes ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 hour ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 hours ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 day ago</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>%1 days ago</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>测量 %1 个</translation>
    </message>
    <message>
        <source>%1 counted without a run</source>
        <translation>未运行而推算 %1 个</translation>
    </message>
    <message>
        <source>%1 measured, the others counted without a run</source>
        <translation>测量 %1 个，其余未运行而推算</translation>
    </message>
    <message>
        <source>it was cut short, and continues from here when started again</source>
        <translation>已提前结束，再次请求时将从此处继续</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>A step of the %1 does %2: at the roofs of arithmetic it takes at least %3, which is %4 at most.</source>
        <translation>%1 的一步需计算 %2：按算力屋顶线至少需要 %3，即最多 %4。</translation>
    </message>
    <message>
        <source>A step of the %1 reads %2 of weights and %3 of cache; without a measured roof, its time is unknown.</source>
        <translation>%1 的一步读取 %2 权重和 %3 缓存；没有实测的屋顶线，无法得知其耗时。</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 after.</source>
        <translation>%1：之前为 %2，之后为 %3。</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>%1 before, %2 after: %3 (%4)</source>
        <translation>之前 %1，之后 %2：%3（%4）</translation>
    </message>
    <message>
        <source>%1 compared with %2 – Rooflight</source>
        <translation>%1 与 %2 的比较 – Rooflight</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>Layers same</source>
        <translation>相同的层</translation>
    </message>
    <message>
        <source>Layers faster</source>
        <translation>更快的层</translation>
    </message>
    <message>
        <source>Layers slower</source>
        <translation>更慢的层</translation>
    </message>
    <message>
        <source>Layers unclear</source>
        <translation>不明确的层</translation>
    </message>
    <message>
        <source>Layers added</source>
        <translation>新增的层</translation>
    </message>
    <message>
        <source>Layers removed</source>
        <translation>消失的层</translation>
    </message>
    <message>
        <source>Layers unmeasured</source>
        <translation>未计时的层</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Latency histogram</source>
        <translation>延迟直方图</translation>
    </message>
    <message>
        <source>How often each time was measured. Point at a bar, or use the arrow keys, to see its range and runs; select a layer to see its times.</source>
        <translation>各个时间分别测得多少次。指向某一柱，或用方向键移动，可查看其范围和运行次数；选择一个层可查看该层自己的时间。</translation>
    </message>
    <message>
        <source>other runs of the same model took %1, and their interval does not overlap that of the quieter runs, %2, of which all times are shares: measure again</source>
        <translation>同一模型的其他运行用了 %1，其区间与较平稳的 %2 不相交；所有时间都是后者的份额：请重新测量</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>运行次数：%1</translation>
    </message>
    <message>
        <source>right of the axis: %1</source>
        <translation>超出坐标轴：%1</translation>
    </message>
    <message>
        <source>left of the axis: %1</source>
        <translation>轴左侧之外：%1</translation>
    </message>
    <message>
        <source>Latency, bars of %1: %2</source>
        <translation>延迟，每柱 %1：%2</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Freedman-Diaconis</source>
        <translation>Freedman-Diaconis 规则</translation>
    </message>
    <message>
        <source>Sturges</source>
        <translation>Sturges 规则</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>Histogram of %1</source>
        <translation>%1 的直方图</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Layers compared</source>
        <translation>各层的比较</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Dashed outline: where the selected layer was before</source>
        <translation>虚线：所选点之前的位置</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>改进措施</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>改进措施</translation>
    </message>
    <message>
        <source>Against the unchanged model</source>
        <translation>与原样相比</translation>
    </message>
    <message>
        <source>not timed</source>
        <translation>未计时</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>In Python, where the module is model and its input x:</source>
        <translation>在 Python 中（模块为 model，输入为 x）：</translation>
    </message>
    <message>
        <source>On the command line:</source>
        <translation>在命令行中：</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Taken by the host</source>
        <translation>被宿主机占用</translation>
    </message>
    <message>
        <source>Throttled by the CPU quota</source>
        <translation>受 CPU 配额限制</translation>
    </message>
    <message>
        <source>Pages of memory</source>
        <translation>内存页</translation>
    </message>
    <message>
        <source>Memory nodes</source>
        <translation>内存节点</translation>
    </message>
    <message>
        <source>Kinds of cores</source>
        <translation>核心类型</translation>
    </message>
    <message>
        <source>CPU quota</source>
        <translation>CPU 配额</translation>
    </message>
    <message>
        <source>%1, huge ones: %2</source>
        <translation>%1，大页：%2</translation>
    </message>
    <message>
        <source>%1: CPUs %2</source>
        <translation>%1：CPU %2</translation>
    </message>
    <message>
        <source>%1 CPUs</source>
        <translation>%1 个 CPU</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>training: its code runs dropout or batch statistics in every run</source>
        <translation>训练：其代码每次运行都会执行 dropout 或批统计</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Energy of</source>
        <translation>能耗对象</translation>
    </message>
    <message>
        <source>Idle power</source>
        <translation>空闲功率</translation>
    </message>
    <message>
        <source>Energy per token</source>
        <translation>每个词元的能耗</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Triad</source>
        <translation>triad</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>访问范围</translation>
    </message>
    <message>
        <source>Bandwidth by footprint</source>
        <translation>按访问范围测量的带宽</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>Assumes</source>
        <translation>前提</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The module&apos;s name in the file, or the name of the operator.</source>
        <translation>文件中的模块名，或它所调用的算子。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The module&apos;s class; of an operator its kind.</source>
        <translation>模块的类；算子则为其种类。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Its share of the median of bare runs, including everything inside it; on a GPU its kernels and its share of the time between kernels.</source>
        <translation>该层（含其内部全部内容）在未插桩运行中位数中所占的部分；在 GPU 上为其内核及其分得的内核之间的时间。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Share of the model&apos;s time, averaged over all runs.</source>
        <translation>占模型时间的比例，取各次运行的平均值。</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>What limits the layer: arithmetic, memory traffic, the cost of the call, or, if none of these, its implementation.</source>
        <translation>限制该层的因素：算力、访存带宽、调用开销，或三者皆非，而是其实现。</translation>
    </message>
    <message>
        <source>Of roof</source>
        <translation>屋顶占比</translation>
    </message>
    <message>
        <source>Time at its roof divided by its time: 100 % at the roof, and more only if the roof or the counted work does not apply.</source>
        <translation>屋顶线所需时间除以其实际时间：达到屋顶线时为 100 %；只有屋顶线或所计工作量不符时才会更高。</translation>
    </message>
    <message>
        <source>Could save</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>Time that would be saved if the layer reached its roof.</source>
        <translation>若该层达到屋顶线可节省的时间。</translation>
    </message>
    <message>
        <source>Data-sheet time</source>
        <translation>数据手册时间</translation>
    </message>
    <message>
        <source>Shortest time under the roofs of the device whose data sheet is selected under Roofs; nothing was measured on it.</source>
        <translation>按“屋顶线”中所选设备的数据手册，其屋顶线所允许的最短时间；并未在该设备上测量。</translation>
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
        <source>Intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Arithmetic intensity: FLOPs per byte read or written. A multiply-add counts as two.</source>
        <translation>算术强度：每读写一个字节所做的浮点运算次数。一次乘加计为两次。</translation>
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
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Bytes that the operators read, counted for each operator separately.</source>
        <translation>各算子分别读取的字节数之和。</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Bytes that the operators write, counted for each operator separately.</source>
        <translation>各算子分别写入的字节数之和。</translation>
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
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Elements of the parameters of the module and of the modules inside it; a shared parameter counts once.</source>
        <translation>该模块及其下属模块的参数元素数，共享参数只计一次。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Shapes of the input tensors.</source>
        <translation>输入张量的形状。</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Shapes of the output tensors.</source>
        <translation>输出张量的形状。</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Element type of the tensors; it decides which roof judges the layer.</source>
        <translation>数值类型，决定用哪条屋顶线评判该层。</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>How often one run calls this module; each call has its own row.</source>
        <translation>一次运行中调用该模块的次数；每次调用单独占一行。</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散度</translation>
    </message>
    <message>
        <source>From p10 to p90, relative to the median: how much the layer&apos;s time varies. For equal blocks: from the fastest of them to the slowest.</source>
        <translation>p10 到 p90 的范围与中位数之比：表示该层运行的稳定程度。对于相同的块：其中最快到最慢的范围。</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>If fused</source>
        <translation>若融合</translation>
    </message>
    <message>
        <source>Judged by</source>
        <translation>评判依据</translation>
    </message>
    <message>
        <source>Attainable</source>
        <translation>可达性能</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Intensity if fused</source>
        <translation>融合后的强度</translation>
    </message>
    <message>
        <source>At its roof</source>
        <translation>按屋顶线用时</translation>
    </message>
    <message>
        <source>Its operators at their roofs</source>
        <translation>其算子按屋顶线用时之和</translation>
    </message>
    <message>
        <source>Likely reasons</source>
        <translation>可能的原因</translation>
    </message>
    <message>
        <source>Own share</source>
        <translation>自身占比</translation>
    </message>
    <message>
        <source>95 % of the runs took at most this long; for parts of the model on the same base as Time.</source>
        <translation>95 % 的运行最多用了这么久；模型各部分与“时间”列同一基准。</translation>
    </message>
    <message>
        <source>Kernels alone</source>
        <translation>仅内核</translation>
    </message>
    <message>
        <source>Above its roof</source>
        <translation>高于屋顶线</translation>
    </message>
    <message>
        <source>0 for the first call of the module, 1 for the second, and so on.</source>
        <translation>模块的第一次调用为 0，第二次为 1，依此类推。</translation>
    </message>
    <message>
        <source>Operators of the subtree, without views.</source>
        <translation>子树中的算子数，不含视图。</translation>
    </message>
    <message>
        <source>Bytes read and written.</source>
        <translation>读取和写入的字节。</translation>
    </message>
    <message>
        <source>Bytes read from outside, each once, and bytes of the results, as if everything inside were fused; only parts that are used count.</source>
        <translation>从外部读取一次的数据和离开该层的数据，如同内部全部融合：只计被访问的部分。</translation>
    </message>
    <message>
        <source>The roof that limits it; for a layer, the roof that accounts for most of its time at the roofs.</source>
        <translation>限制它的屋顶线；对层而言，是其屋顶线时间主要来自的那一条。</translation>
    </message>
    <message>
        <source>FLOPs divided by the time at its roof, without bytes in a cache and FLOPs on padding.</source>
        <translation>FLOPs 除以其屋顶线时间，该时间不计缓存中的字节和填充上的 FLOPs。</translation>
    </message>
    <message>
        <source>Median of its times in the instrumented runs.</source>
        <translation>它在插桩运行中自身时间的中位数。</translation>
    </message>
    <message>
        <source>10 % of the instrumented runs took at most this long; empty if there are too few runs.</source>
        <translation>10 % 的插桩运行不超过此时间；运行次数太少时没有此值。</translation>
    </message>
    <message>
        <source>90 % of the instrumented runs took at most this long; empty if there are too few runs.</source>
        <translation>90 % 的插桩运行不超过此时间；运行次数太少时没有此值。</translation>
    </message>
    <message>
        <source>99 % of the instrumented runs took at most this long; empty if there are too few runs.</source>
        <translation>99 % 的插桩运行不超过此时间；运行次数太少时没有此值。</translation>
    </message>
    <message>
        <source>Number of instrumented runs.</source>
        <translation>插桩运行的次数。</translation>
    </message>
    <message>
        <source>Bytes read and written, divided by time.</source>
        <translation>读取和写入的字节除以时间。</translation>
    </message>
    <message>
        <source>FLOPs per byte that would be read or written if everything inside were fused.</source>
        <translation>若内部全部融合，每读写一个字节对应的 FLOPs。</translation>
    </message>
    <message>
        <source>Sum over its operators of the shortest time that the roofs allow. A run takes longer, because it includes the time between operators.</source>
        <translation>其各算子在屋顶线允许下的最短时间之和。一次运行耗时更长，多出算子之间的时间。</translation>
    </message>
    <message>
        <source>Likely reasons why it is above its roof or underutilized.</source>
        <translation>它为何可能高于屋顶线，或利用不足。</translation>
    </message>
    <message>
        <source>Share of the model&apos;s time, without the layers inside it.</source>
        <translation>占模型时间的比例，不含其下的层。</translation>
    </message>
    <message>
        <source>On a GPU: time of its kernels alone, which decides what limits it.</source>
        <translation>在 GPU 上：其内核自身的时间，由它决定受何限制。</translation>
    </message>
    <message>
        <source>It took less time than its roof allows, by more than the uncertainty of the measurements.</source>
        <translation>它所用时间少于屋顶线允许的时间，差距超出测量误差所能解释。</translation>
    </message>
    <message>
        <source>Between kernels</source>
        <translation>内核之间</translation>
    </message>
    <message>
        <source>On a GPU: its share of the time that a run spends between kernels, in proportion to its own in the observed run. Its time is the sum of this and its kernels.</source>
        <translation>在 GPU 上：运行中所有内核以外的时间里分给它的部分，按观测时它在自身内核以外所用的时间分配。与内核相加即其时间。</translation>
    </message>
    <message>
        <source>On a GPU: time of the kernels that show each cause, in nanoseconds by the cause&apos;s name.</source>
        <translation>在 GPU 上：显示各原因的内核所用的时间，以纳秒计，按原因名称列出。</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>访问范围</translation>
    </message>
    <message>
        <source>Memory touched until the part of its data that takes longest is touched again, if roofs include bandwidth by footprint.</source>
        <translation>耗时最长的那部分数据再次被访问之前所触及的内存；仅当屋顶线包含按访问范围测量的带宽时给出。</translation>
    </message>
    <message>
        <source>Bandwidth at its footprint</source>
        <translation>其访问范围下的带宽</translation>
    </message>
    <message>
        <source>Measured bandwidth at its footprint, which judges its memory traffic.</source>
        <translation>在其访问范围下测得的带宽，用于评判其内存访问。</translation>
    </message>
</context>
<context>
    <name>RemediesFigure</name>
    <message>
        <source>Time per item, against the unchanged model</source>
        <translation>每项时间，与原样相比</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>改进措施</translation>
    </message>
    <message>
        <source>As it is: %1</source>
        <translation>原样：%1</translation>
    </message>
    <message>
        <source>Nothing has been timed yet.</source>
        <translation>尚未计时。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>PaletteEntries</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1, call %2</source>
        <translation>%1，第 %2 次调用</translation>
    </message>
</context>
<context>
    <name>rooflight::CommandPalette</name>
    <message>
        <source>A command, layer, panel or setting</source>
        <translation>命令、层、面板或设置</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Found commands</source>
        <translation>找到的命令</translation>
    </message>
</context>
<context>
    <name>rooflight::OpeningPage</name>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Measure again: the answer depends on %1</source>
        <translation>重新测量：答案取决于 %1</translation>
    </message>
    <message>
        <source>This roof alone, which takes seconds; best while the machine is quiet.</source>
        <translation>只测量这一条屋顶线，需数秒；最好在机器空闲时进行。</translation>
    </message>
    <message>
        <source>Measure again: the runs were not steady</source>
        <translation>重新测量：运行时间不稳定</translation>
    </message>
    <message>
        <source>With the same options; best while the machine is quiet.</source>
        <translation>选项不变；最好在机器空闲时进行。</translation>
    </message>
    <message>
        <source>All changes that were tried, and how to apply the best.</source>
        <translation>所有尝试过的方法，以及如何采用其中最好的。</translation>
    </message>
    <message>
        <source>Try to make it faster. Experiments found: %1</source>
        <translation>尝试加速：实验发现的原因是%1</translation>
    </message>
    <message>
        <source>Try to make it faster</source>
        <translation>尝试让它更快</translation>
    </message>
    <message>
        <source>Times everything that can be changed without changing the model: precision, memory format, threads and more, with the error of each.</source>
        <translation>对无需修改模型即可改变的一切计时：精度、内存格式、线程等，并给出各自的误差。</translation>
    </message>
    <message>
        <source>Find out why the slowest are slow</source>
        <translation>查明最慢的层为何慢</translation>
    </message>
    <message>
        <source>Experiments on the layers with the most to gain, or on the selected layers.</source>
        <translation>对潜在收益最大的层或所选的层做实验。</translation>
    </message>
    <message>
        <source>Measure longer for p99</source>
        <translation>为 p99 延长测量</translation>
    </message>
    <message>
        <source>Times the model again: the 99th percentile needs %1 runs, and there are %2.</source>
        <translation>重新对模型计时：第 99 百分位数需要 %1 次运行，现有 %2 次。</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>A recent session of the same model.</source>
        <translation>同一模型的近期会话。</translation>
    </message>
    <message>
        <source>See the fastest change</source>
        <translation>查看最快的改动</translation>
    </message>
</context>
<context>
    <name>rooflight::SuggestionList</name>
    <message>
        <source>Next steps</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss the suggestions</source>
        <translation>关闭建议</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>Run %1: %2, the slowest of %3.</source>
        <translation>第 %1 次运行：%2，%3 次中最慢。</translation>
    </message>
    <message>
        <source>Whole model: %1, longer than %2.</source>
        <translation>整个模型：%1，比 %2 更长。</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>第 %1 次运行</translation>
    </message>
    <message>
        <source>Bare runs are not timed by layer; of the instrumented ones %1 was the slowest.</source>
        <translation>未插桩的运行不按层计时；插桩的运行中最慢的是 %1。</translation>
    </message>
    <message>
        <source>%1 of %2 operators were slower, none by half of that; most in %3 (%4).</source>
        <translation>%2 个算子中有 %1 个变慢，没有一个占其一半；最多的是 %3（%4）。</translation>
    </message>
    <message>
        <source>Most of it in %1 (%2).</source>
        <translation>大部分在 %1 中（%2）。</translation>
    </message>
    <message>
        <source>Most of it between the operators (%1).</source>
        <translation>大部分在算子之间（%1）。</translation>
    </message>
    <message>
        <source>That is %1 more than the median.</source>
        <translation>比中位数多 %1。</translation>
    </message>
    <message>
        <source>Run %1: %2, longer than %3 of the runs.</source>
        <translation>第 %1 次运行：%2，比 %3 的运行更长。</translation>
    </message>
    <message>
        <source>%1 of %2 are far above the others.</source>
        <translation>%2 次中有 %1 次远高于其他运行。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Slowest runs: %1.</source>
        <translation>最慢的运行：%1。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>rooflight::CallPredictor</name>
    <message>
        <source>No operator of the model can be called alone.</source>
        <translation>该模型没有可单独调用的算子。</translation>
    </message>
    <message>
        <source>The options are no longer those that it was measured with.</source>
        <translation>选项已不是测量时的了。</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>batch %1</source>
        <translation>批大小 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>no clear change</source>
        <translation>无明显变化</translation>
    </message>
    <message>
        <source>%1 times faster</source>
        <translation>速度是 %1 倍</translation>
    </message>
    <message>
        <source>%1 times slower</source>
        <translation>耗时是 %1 倍</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>慢 %1</translation>
    </message>
</context>
<context>
    <name>FootprintFigure</name>
    <message>
        <source>Bandwidth by footprint</source>
        <translation>按访问范围测量的带宽</translation>
    </message>
    <message>
        <source>Operators that memory limits: %1</source>
        <translation>受内存限制的算子：%1</translation>
    </message>
    <message>
        <source>These roofs have no bandwidth by footprint.</source>
        <translation>这些屋顶线没有按访问范围测量的带宽。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>访问范围</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
</context>
</TS>
